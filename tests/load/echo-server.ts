import { createServer } from 'node:http';

/**
 * The raw limit: bare `node:http` that reads the same requests and answers bodies of the same shape and size, with no
 * database, crypto, routing or checks. The parent process sends the three sample answers and gets the port back.
 */
process.once('message', (samples: { conceal: string; look: string; reveal: string }) => {
  const concealBody = Buffer.from(samples.conceal);
  const lookBody = Buffer.from(samples.look);
  const revealBody = Buffer.from(samples.reveal);
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      Buffer.concat(chunks).toString();
      const isConceal = request.url === '/api/v2/secret/conceal';
      const body = request.method === 'GET' ? lookBody : isConceal ? concealBody : revealBody;
      response.writeHead(200, { ...headers, 'Content-Length': body.length });
      response.end(body);
    });
  });
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }));
  process.once('disconnect', () => server.close());
});
