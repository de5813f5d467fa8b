import type { IncomingMessage } from 'node:http';
import { NamedError } from '@onceover/service-kit/errors';

/** The body is longer than it may be. */
export class BodyTooLarge extends NamedError {}

/** Nobody is left to be answered. */
export class ConnectionLost extends NamedError {}

/** Reads a body of at most so many bytes. Throws `BodyTooLarge`, `ConnectionLost`. */
export async function readBody(message: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const tooLarge = () => new BodyTooLarge(`A body may have ${mostBytes} bytes.`);
  if (Number(message.headers['content-length'] ?? 0) > mostBytes) throw tooLarge();
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let size = 0;
  message.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > mostBytes) reject(tooLarge());
    else chunks.push(chunk);
  });
  message.on('end', () => resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)));
  message.on('error', (cause) => reject(new ConnectionLost('the connection was lost', { cause })));
  return await promise;
}
