import { once } from 'node:events';
import { connect } from 'node:net';

/** Every command that a server of Redis is sent, from now on. */
export interface Overheard extends Disposable {
  /** The commands with all that they carry, as Redis writes them. */
  readonly text: string;
}

/** What is in Redis may be gone after a second: whoever wants to know what ever was in it has to listen. */
export async function overhearRedis(url: string): Promise<Overheard> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  let text = '';
  socket.on('data', (more: string) => {
    text += more;
  });
  await once(socket, 'connect');
  socket.write('MONITOR\r\n');
  await once(socket, 'data');
  return {
    get text() {
      return text;
    },
    [Symbol.dispose]: () => void socket.destroy(),
  };
}
