import { connect } from 'node:net';

const API_VERSIONS = 18;
const METADATA = 3;

/** What a broker says of itself and its cluster. */
export interface BrokerAnswer {
  /** By the number of the request in Kafka's protocol: the oldest and the newest version of it that the broker takes. */
  readonly apiVersions: ReadonlyMap<number, { readonly min: number; readonly max: number }>;
  /** The brokers that a controller with a quorum lets serve. */
  readonly brokers: readonly { readonly id: number; readonly address: string }[];
}

/**
 * Asks a broker which requests it takes and which brokers its cluster has, in the oldest versions that all brokers answer.
 *
 * Shape    `address` is `host:port`; both questions travel over one connection
 * Refuses  rejects if the answer is not there within the limit, or is none of Kafka's
 * Source   https://kafka.apache.org/protocol: ApiVersions 0, Metadata 1
 */
export async function askBroker(address: string, { withinMs = 2_000 } = {}): Promise<BrokerAnswer> {
  const { host, port } = /^\[?(?<host>[^[\]]+)\]?:(?<port>\d{1,5})$/.exec(address)?.groups ?? {};
  if (host === undefined) throw new RangeError(`${address} is no address of a broker; write host:port`);
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(port) });
    const limit = setTimeout(() => socket.destroy(new Error(`${address} did not answer in ${withinMs} ms`)), withinMs);
    let pending: Buffer = Buffer.alloc(0);
    socket.once('error', reject);
    socket.once('close', () => {
      clearTimeout(limit);
      reject(new Error(`${address} closed the connection without an answer`));
    });
    socket.on('data', (bytes: Buffer) => {
      pending = Buffer.concat([pending, bytes]);
      try {
        const answers = framesOf(pending);
        if (answers.length < 2) return;
        const [versions, cluster] = answers as [Buffer, Buffer];
        resolve({ apiVersions: readApiVersions(versions), brokers: readBrokers(cluster) });
        socket.destroy();
      } catch (cause) {
        socket.destroy(new Error(`${address} does not answer as Kafka does`, { cause }));
      }
    });
    const noTopics = Buffer.alloc(4);
    socket.write(Buffer.concat([request(API_VERSIONS, 0), request(METADATA, 1, noTopics)]));
  });
}

/** Size, request, its version, correlation id (the request again), client id (none), body. */
function request(key: number, version: number, body: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(14);
  header.writeInt32BE(header.length - 4 + body.length, 0);
  header.writeInt16BE(key, 4);
  header.writeInt16BE(version, 6);
  header.writeInt32BE(key, 8);
  header.writeInt16BE(-1, 12);
  return Buffer.concat([header, body]);
}

const LONGEST_ANSWER_BYTES = 1_000_000;

/** The complete answers, without their sizes. */
function framesOf(bytes: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  for (let at = 0; at + 4 <= bytes.length; ) {
    const size = bytes.readInt32BE(at);
    if (size < 4 || size > LONGEST_ANSWER_BYTES) throw new RangeError(`an answer of ${size} bytes`);
    if (at + 4 + size > bytes.length) break;
    frames.push(bytes.subarray(at + 4, at + 4 + size));
    at += 4 + size;
  }
  return frames;
}

function readApiVersions(answer: Buffer): BrokerAnswer['apiVersions'] {
  const read = reader(answer, API_VERSIONS);
  const error = read.int16();
  if (error !== 0) throw new RangeError(`error ${error}`);
  return new Map(read.array(() => [read.int16(), { min: read.int16(), max: read.int16() }]));
}

function readBrokers(answer: Buffer): BrokerAnswer['brokers'] {
  const read = reader(answer, METADATA);
  return read.array(() => {
    const id = read.int32();
    const host = read.string();
    const port = read.int32();
    read.string(); // its rack
    return { id, address: `${host.includes(':') ? `[${host}]` : host}:${port}` };
  });
}

/** Reads one after the other; throws where the answer ends too soon. */
function reader(answer: Buffer, correlationId: number) {
  let at = 0;
  const read = {
    int16() {
      at += 2;
      return answer.readInt16BE(at - 2);
    },
    int32() {
      at += 4;
      return answer.readInt32BE(at - 4);
    },
    /** Empty if there is none. */
    string() {
      const size = Math.max(read.int16(), 0);
      at += size;
      if (at > answer.length) throw new RangeError('a string beyond the end');
      return answer.toString('utf8', at - size, at);
    },
    array<Item>(item: () => Item): Item[] {
      const items: Item[] = [];
      for (let left = read.int32(); left > 0; left -= 1) items.push(item());
      return items;
    },
  };
  if (read.int32() !== correlationId) throw new RangeError('an answer to another question');
  return read;
}
