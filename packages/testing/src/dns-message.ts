import { isIPv4 } from 'node:net';

/** Just enough of DNS on the wire (RFC 1035, RFC 3596) to answer one question about the records that tests set. */

const headerBytes = 12;
const types = { A: 1, NS: 2, CNAME: 5, TXT: 16, AAAA: 28 } as const;
export type RecordType = keyof typeof types;
export const responseCodes = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const;

export type ResponseCode = keyof typeof responseCodes;

export interface DnsQuestion {
  readonly id: number;
  /** Lower case, without the final dot; empty for the root. */
  readonly name: string;
  readonly type: RecordType | 'other';
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
  const [type = 'other'] = (Object.keys(types) as RecordType[]).filter((known) => types[known] === code);
  const name = labels.join('.').toLowerCase();
  return { id: message.readUInt16BE(0), name, type, bytes: message.subarray(headerBytes, at + 5) };
}

export interface DnsAnswer {
  readonly code: ResponseCode;
  /** One entry per record: the chunks of a TXT record, or one name or address. */
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
  const { type } = question;
  const answers = type === 'other' ? [] : sent.map((record) => resourceRecord(types[type], dataOf(type, record)));
  return Buffer.concat([header, question.bytes, ...answers]);
}

function dataOf(type: RecordType, record: readonly string[]): Buffer {
  const [first = ''] = record;
  if (type === 'A' || type === 'AAAA') return addressBytes(first);
  const parts = type === 'TXT' ? record : [...first.split('.'), ''];
  return Buffer.concat(
    parts.map((part) => {
      const bytes = Buffer.from(part, 'utf8');
      return Buffer.concat([Buffer.from([bytes.length]), bytes]);
    }),
  );
}

/** Four bytes, or sixteen; for IPv6 the URL parser writes out what `::` leaves out. */
function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const [start = '', end = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const zeros = Array.from({ length: 8 - groups(start).length - groups(end).length }, () => '0');
  const all = [...groups(start), ...zeros, ...groups(end)];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
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
