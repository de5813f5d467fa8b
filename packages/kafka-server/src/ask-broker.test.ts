import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { askBroker } from './ask-broker.ts';

/** Something that listens, and is no broker. */
async function listening(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

const answer = (...int32s: number[]) => {
  const bytes = Buffer.alloc(4 * int32s.length);
  for (const [at, value] of int32s.entries()) bytes.writeInt32BE(value, 4 * at);
  return bytes;
};

test('what says nothing is given up', async () => {
  await using silent = await listening(() => undefined);
  await expect(askBroker(silent.address, { withinMs: 50 })).rejects.toThrow('did not answer in 50 ms');
});

test('what closes the connection has not answered', async () => {
  await using closing = await listening((socket) => socket.end());
  await expect(askBroker(closing.address)).rejects.toThrow('without an answer');
});

test.each([
  ['another protocol', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['an answer to another question', Buffer.concat([answer(4, 17), answer(4, 3)])],
  ['an answer that ends too soon', Buffer.concat([answer(4, 18), answer(4, 3)])],
])('%s is none of Kafka', async (_, bytes) => {
  await using other = await listening((socket) => socket.write(bytes));
  await expect(askBroker(other.address)).rejects.toThrow('does not answer as Kafka does');
});

test('where nobody listens, the reason is the connection', async () => {
  const { address } = await listening(() => undefined).then(async (gone) => {
    await gone[Symbol.asyncDispose]();
    return gone;
  });
  await expect(askBroker(address)).rejects.toThrow('ECONNREFUSED');
});

test('what is no address is refused', async () => {
  await expect(async () => askBroker('somewhere')).rejects.toThrow('host:port');
});
