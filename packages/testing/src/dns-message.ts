/** Just enough of DNS on the wire (RFC 1035) to answer one question about TXT and NS records. */

const headerBytes = 12;
const types = { TXT: 16, NS: 2 } as const;
export const responseCodes = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const;

export type ResponseCode = keyof typeof responseCodes;

export interface DnsQuestion {
  readonly id: number;
  /** Lower case, without the final dot; empty for the root. */
  readonly name: string;
  readonly type: 'TXT' | 'NS' | 'other';
  /** The question as it was received, to be repeated in the answer. */
  readonly bytes: Buffer;
}

/** Reads a query with one question. Throws `RangeError` for anything else. */
export function readQuestion(message: Buffer): DnsQuestion {
  const labels: string[] = [];
  let at = headerBytes;
  for (let size = message.readUInt8(at); size > 0; size = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + size));
    at += 1 + size;
  }
  const code = message.readUInt16BE(at + 1);
  const type = code === types.TXT ? 'TXT' : code === types.NS ? 'NS' : 'other';
  const name = labels.join('.').toLowerCase();
  return { id: message.readUInt16BE(0), name, type, bytes: message.subarray(headerBytes, at + 5) };
}

export interface DnsAnswer {
  readonly code: ResponseCode;
  /** One entry per record: the chunks of a TXT record, or one name of a name server. */
  readonly records: readonly (readonly string[])[];
  readonly isTruncated: boolean;
}

/** The response to a question; a truncated one says so and has no records. */
export function writeAnswer(question: DnsQuestion, { code, records, isTruncated }: DnsAnswer): Buffer {
  const sent = isTruncated ? [] : records;
  const header = Buffer.alloc(headerBytes);
  header.writeUInt16BE(question.id, 0);
  // a response, authoritative, recursion desired and available
  header.writeUInt16BE(0x8580 | (isTruncated ? 0x0200 : 0) | responseCodes[code], 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(sent.length, 6);
  const isTxt = question.type === 'TXT';
  const answers = sent.map((record) => resourceRecord(isTxt ? types.TXT : types.NS, dataOf(isTxt, record)));
  return Buffer.concat([header, question.bytes, ...answers]);
}

function dataOf(isTxt: boolean, record: readonly string[]): Buffer {
  const parts = isTxt ? record : [...(record[0] ?? '').split('.'), ''];
  return Buffer.concat(
    parts.map((part) => {
      const bytes = Buffer.from(part, 'utf8');
      return Buffer.concat([Buffer.from([bytes.length]), bytes]);
    }),
  );
}

function resourceRecord(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(headerBytes);
  // a pointer to the name in the question
  head.writeUInt16BE(0xc000 | headerBytes, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(0, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
