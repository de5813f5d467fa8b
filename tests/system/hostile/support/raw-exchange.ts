import { once } from 'node:events';
import { connect } from 'node:net';

export interface RawExchange {
  /** Everything that came back. */
  readonly text: string;
  /** The status of each answer, in order. */
  readonly statuses: readonly number[];
  /** Whether the server closed the connection. */
  readonly isClosed: boolean;
}

const PATIENCE_MS = 4_000;
/** How long nothing more has come once all answers have. */
const SILENCE_MS = 150;

/** Sends bytes as they are, from an address of this machine, and hears what comes back until the server closes or says no more. */
export async function rawExchange(url: string, bytes: string, from = '127.0.0.1'): Promise<RawExchange> {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, localAddress: from });
  let [text, isClosed] = ['', false];
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  let silence: NodeJS.Timeout | undefined;
  socket.setEncoding('latin1').on('data', (more: string) => {
    text += more;
    clearTimeout(silence);
    silence = setTimeout(end, SILENCE_MS);
  });
  // A reset is one way to close.
  socket.on('error', () => undefined);
  socket.once('close', () => {
    isClosed = true;
    end();
  });
  await once(socket, 'connect');
  socket.write(Buffer.from(bytes, 'latin1'));
  const patience = setTimeout(end, PATIENCE_MS);
  await over;
  clearTimeout(patience);
  clearTimeout(silence);
  socket.destroy();
  return { text, statuses: [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status)), isClosed };
}
