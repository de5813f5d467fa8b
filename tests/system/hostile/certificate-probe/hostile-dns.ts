import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { DnsServer } from '@onceover/testing/dns-server';

/*
 * A resolver that breaks the wire for names that say so, and passes on every other question to a well-behaved one.
 */

const HEADER = 12;
const ANSWER = 0x8180;
const TXT = 16;
const POINTER = 0xc000;

/** How an answer is broken, by the first label below the challenge. */
const breakings: Readonly<Record<string, (question: Buffer) => readonly Buffer[]>> = {
  /** The answer's name leads to itself. */
  loop: (question) => [answer(question, [pointer(question.length), fields(4), Buffer.from([3, 0x61, 0x62, 0x63])])],
  /** The data is longer than the message. */
  short: (question) => [answer(question, [pointer(HEADER), fields(65_535), Buffer.from('x')])],
  /** A text that is longer than its record. */
  chunk: (question) => [answer(question, [pointer(HEADER), fields(2), Buffer.from([255, 0x61])])],
  /** 65,535 answers are announced, and none comes. */
  many: (question) => [withCount(answer(question, []), 65_535)],
  /** Sixty kilobytes. */
  large: (question) => [answer(question, [Buffer.alloc(60_000, 0x3f)])],
  /** The answer to another question. */
  other: (question) => [withId(answer(question, []), (question.readUInt16BE(0) + 1) % 65_536)],
  /** Not even a header. */
  torn: (question) => [question.subarray(0, 5)],
  /** A question in return. */
  question: (question) => [question],
  /** A hundred answers to one question. */
  hundred: (question) => Array.from({ length: 100 }, () => answer(question, [])),
};

export const brokenKinds = Object.keys(breakings);

export interface HostileDns extends AsyncDisposable {
  readonly address: string;
}

export async function startHostileDns(good: DnsServer): Promise<HostileDns> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  socket.on('message', (question: Buffer, from: RemoteInfo) => {
    const kind = /broken-([a-z]+)/.exec(question.toString('latin1'))?.[1];
    const broken = kind === undefined ? undefined : breakings[kind];
    if (broken === undefined) passOn(socket, good, question, from);
    else for (const message of broken(question)) socket.send(message, from.port, from.address);
  });
  return {
    address: `127.0.0.1:${socket.address().port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((done) => void socket.close(done)),
  };
}

function passOn(socket: Socket, good: DnsServer, question: Buffer, from: RemoteInfo): void {
  const [host = '', port] = good.address.split(':');
  const asking = createSocket('udp4');
  asking.once('message', (reply) => {
    socket.send(reply, from.port, from.address);
    asking.close();
  });
  asking.send(question, Number(port), host);
}

const pointer = (to: number) => uint16(POINTER | to);
const uint16 = (value: number) => Buffer.from([value >> 8, value & 0xff]);
/** Of a TXT record: type, class, an hour to live, and how long its data is. */
const fields = (length: number) => Buffer.concat([uint16(TXT), uint16(1), uint16(0), uint16(3_600), uint16(length)]);

/** One answer to a question. */
function answer(question: Buffer, record: readonly Buffer[]): Buffer {
  const message = Buffer.concat([question, ...record]);
  message.writeUInt16BE(ANSWER, 2);
  message.writeUInt16BE(0, 10); // the question said more of itself
  return withCount(message, record.length === 0 ? 0 : 1);
}

function withCount(message: Buffer, count: number): Buffer {
  message.writeUInt16BE(count, 6);
  return message;
}

function withId(message: Buffer, id: number): Buffer {
  message.writeUInt16BE(id, 0);
  return message;
}
