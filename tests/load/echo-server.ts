import { createServer } from 'node:http';
import type { SampleAnswers } from './sample-answers.ts';

/**
 * The raw limit: bare `node:http` that reads the same requests and answers bodies of the same shape and size, with no
 * database, crypto, routing or checks. The parent process sends the sample answers and gets the port back.
 */
process.once('message', (samples: SampleAnswers) => {
  const concealBody = Buffer.from(samples.conceal);
  const lookBody = Buffer.from(samples.look);
  const revealBody = Buffer.from(samples.reveal);
  const graphqlBody = Buffer.from(samples.lookByGraphql);
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };
  const bodyOf = (method?: string, url?: string) => {
    if (method === 'GET') return lookBody;
    if (url === '/api/v2/secret/conceal') return concealBody;
    return url === '/graphql' ? graphqlBody : revealBody;
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      Buffer.concat(chunks).toString();
      const body = bodyOf(request.method, request.url);
      response.writeHead(200, { ...headers, 'Content-Length': body.length });
      response.end(body);
    });
  });
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }));
  process.once('disconnect', () => server.close());
});
