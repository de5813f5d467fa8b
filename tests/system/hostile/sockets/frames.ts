import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveSocket } from '../../../support/live-socket.ts';

/** A client's frame, masked with zeros; `head` has the kind of frame and whether it is the last of its message. */
export function frame(head: number, payload: Buffer | string = ''): Buffer {
  const bytes = Buffer.from(payload);
  const length = bytes.length < 126 ? [0x80 | bytes.length] : [0xfe, bytes.length >> 8, bytes.length & 0xff];
  return Buffer.concat([Buffer.from([head, ...length]), Buffer.alloc(4), bytes]);
}

export const TEXT = 0x81;
export const PING = 0x89;
export const PONG = 0x8a;
/** The beginning of a message in pieces, and one more of them. */
export const BEGIN = 0x01;
export const PIECE = 0x00;

/** Sends the same bytes so many times, as fast as they are taken, and says whether the socket is still open then. */
export async function pour(live: LiveSocket, bytes: Buffer, times: number): Promise<'closed' | 'open'> {
  // The library sends no broken frames; its own connection does.
  const { _socket: connection } = live.socket as unknown as { readonly _socket: NodeJS.WritableStream };
  let isOver = false;
  const closed = live.closed.then(() => {
    isOver = true;
    return 'closed' as const;
  });
  for (let sent = 0; sent < times && !isOver; sent += 1) {
    if (!connection.write(bytes)) await Promise.race([once(connection, 'drain'), closed]).catch(() => undefined);
  }
  // What the server has said can be read from now on.
  live.socket.resume();
  return await Promise.race([closed, sleep(500).then(() => 'open' as const)]);
}
