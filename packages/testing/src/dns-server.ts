import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, isIPv4, isIPv6, type Server, type Socket } from 'node:net';
import { type RecordType, type ResponseCode, readQuestion, writeAnswer } from './dns-message.ts';

/** How a name that is set to fail is answered. `SILENT` means no answer at all. */
export type DnsFailure = Exclude<ResponseCode, 'NOERROR'> | 'SILENT';

/** An authoritative DNS server on loopback, over UDP and TCP; names it does not know do not exist. */
export interface DnsServer extends AsyncDisposable {
  /** `127.0.0.1:<port>`, the form that resolvers accept. */
  readonly address: string;
  /** Sets a name's TXT records: texts, or the chunks of one record. None: the name exists without any. */
  setTxt(name: string, ...records: readonly (string | readonly string[])[]): void;
  /** Sets the addresses of a name, IPv4 and IPv6. */
  setAddresses(name: string, ...addresses: readonly string[]): void;
  /** Makes a name another one's alias: its addresses are those of the other. */
  setCname(name: string, target: string): void;
  /** Sets a zone's name servers. */
  setNs(name: string, ...servers: readonly string[]): void;
  /** Makes a name fail; without a name, all of them. */
  fail(how: DnsFailure, name?: string): void;
  /** Marks answers over UDP as truncated, so that the client asks again over TCP. */
  truncate(name: string): void;
  /** Delay before every answer, in milliseconds. */
  setDelay(ms: number): void;
  /** Forgets all settings, and the questions counted so far. */
  reset(): void;
  /** How often it was asked, retries included. */
  readonly asked: { readonly udp: number; readonly tcp: number };
}

interface Zone {
  records: Record<RecordType, Map<string, readonly (readonly string[])[]>>;
  failures: Map<string, DnsFailure>;
  failsAll: DnsFailure | undefined;
  truncated: Set<string>;
  delayMs: number;
  asked: { udp: number; tcp: number };
}

const emptyZone = (): Zone => ({
  records: { A: new Map(), NS: new Map(), CNAME: new Map(), TXT: new Map(), AAAA: new Map() },
  failures: new Map(),
  failsAll: undefined,
  truncated: new Set(),
  delayMs: 0,
  asked: { udp: 0, tcp: 0 },
});

/** Starts the server, on a free port unless one is given; disposing it drops open connections. */
export async function startDnsServer({ port = 0 }: { readonly port?: number } = {}): Promise<DnsServer> {
  let zone = emptyZone();
  const answer = (message: Buffer, over: 'udp' | 'tcp') => answerOf(zone, message, over);
  const connections = new Set<Socket>();
  const tcp = createServer((socket) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket));
    socket.on('error', () => undefined);
    serveTcp(socket, (message) => answer(message, 'tcp'));
  });
  const udp = await bindBoth(tcp, port);
  let isClosed = false;
  udp.on('message', (message, { port, address }) => {
    void answer(message, 'udp').then((reply) => {
      if (reply !== null && !isClosed) udp.send(reply, port, address, () => undefined);
    });
  });
  return {
    address: `127.0.0.1:${udp.address().port}`,
    setTxt: (name, ...records) =>
      void zone.records.TXT.set(
        key(name),
        records.map((record) => (typeof record === 'string' ? [record] : record)),
      ),
    setAddresses(name, ...addresses) {
      const { A, AAAA } = zone.records;
      A.set(key(name), addresses.filter(isIPv4).map(single));
      AAAA.set(key(name), addresses.filter(isIPv6).map(single));
    },
    setCname: (name, target) => void zone.records.CNAME.set(key(name), [[target]]),
    setNs: (name, ...servers) => void zone.records.NS.set(key(name), servers.map(single)),
    fail(how, name) {
      if (name === undefined) zone.failsAll = how;
      else zone.failures.set(key(name), how);
    },
    truncate: (name) => void zone.truncated.add(key(name)),
    setDelay(ms) {
      zone.delayMs = ms;
    },
    reset() {
      zone = emptyZone();
    },
    get asked() {
      return zone.asked;
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      for (const socket of connections) socket.destroy();
      await Promise.all([new Promise((done) => tcp.close(done)), new Promise<void>((done) => udp.close(done))]);
    },
  };
}

/** Both protocols need the same port, and a port that is free for one may be taken for the other. */
async function bindBoth(tcp: Server, port: number): Promise<UdpSocket> {
  for (let attempt = 1; ; attempt += 1) {
    tcp.listen(port, '127.0.0.1');
    await once(tcp, 'listening');
    const udp = createSocket('udp4');
    try {
      udp.bind((tcp.address() as AddressInfo).port, '127.0.0.1');
      await once(udp, 'listening');
      return udp;
    } catch (error) {
      udp.close();
      await new Promise((done) => tcp.close(done));
      if (attempt === 10) throw error;
    }
  }
}

/** Over TCP every message follows its length, two bytes. */
function serveTcp(socket: Socket, answer: (message: Buffer) => Promise<Buffer | null>): void {
  let pending = Buffer.alloc(0);
  const reply = (bytes: Buffer | null) => {
    if (bytes === null || socket.destroyed) return;
    const size = Buffer.alloc(2);
    size.writeUInt16BE(bytes.length);
    socket.write(Buffer.concat([size, bytes]));
  };
  socket.on('data', (bytes: Buffer) => {
    pending = Buffer.concat([pending, bytes]);
    while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
      const end = 2 + pending.readUInt16BE(0);
      void answer(pending.subarray(2, end)).then(reply);
      pending = pending.subarray(end);
    }
  });
}

/** Null: no answer. Rejects for malformed questions, which are bugs in whatever sends them to a test's server. */
async function answerOf(zone: Zone, message: Buffer, over: 'udp' | 'tcp'): Promise<Buffer | null> {
  zone.asked[over] += 1;
  const question = readQuestion(message);
  const { name, type } = question;
  const failure = zone.failsAll ?? zone.failures.get(name);
  if (zone.delayMs > 0) await new Promise((done) => setTimeout(done, zone.delayMs));
  if (failure === 'SILENT') return null;
  if (failure !== undefined) return writeAnswer(question, { code: failure, records: [], isTruncated: false });
  const isKnown = Object.values(zone.records).some((records) => records.has(name));
  const records = type === 'other' ? [] : recordsOf(zone, name, type);
  const isTruncated = over === 'udp' && zone.truncated.has(name);
  return writeAnswer(question, { code: isKnown ? 'NOERROR' : 'NXDOMAIN', records, isTruncated });
}

/** An alias answers with the addresses of its target, under its own name, as a flattening server does. */
function recordsOf({ records }: Zone, name: string, type: RecordType): readonly (readonly string[])[] {
  const own = records[type].get(name);
  if (own !== undefined || (type !== 'A' && type !== 'AAAA')) return own ?? [];
  return records[type].get(key(records.CNAME.get(name)?.[0]?.[0] ?? '')) ?? [];
}

const single = (value: string): readonly string[] => [value];

function key(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
