import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { OnceoverError, verifyWebhook } from '@onceover/client';

/** Receives webhooks of Onceover and writes a note to a ticketing system for each: once, and only if it is genuine. */
const { KEYS_FILE = 'keys', TICKETS_URL = '', PORT = '8080' } = process.env;
const keys = readFileSync(KEYS_FILE, 'utf8').split(/\s+/).filter(Boolean);

const MOST_BYTES = 64 * 1024;
/** A webhook comes again when its answer was lost. Keep these in a database if the receiver may restart between two tries. */
const noted = new Set();
const MOST_NOTED = 10_000;

const server = createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status).end(),
    (error) => {
      console.error(error instanceof OnceoverError ? error.message : 'The ticketing system did not take the note.');
      response.writeHead(error instanceof OnceoverError ? 401 : 503).end();
    },
  );
});

async function receive(request) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > MOST_BYTES) return 413;
    chunks.push(chunk);
  }
  // The signature is that of the bytes, so they are checked before they are parsed.
  const { id, sentAt, payload } = await verifyWebhook({ body: Buffer.concat(chunks), headers: request.headers, keys });
  if (noted.has(id)) return 204;
  const answer = await fetch(TICKETS_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: `Onceover: ${payload.type}`, text: JSON.stringify(payload.data), at: sentAt }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!answer.ok) return 503;
  noted.add(id);
  if (noted.size > MOST_NOTED) noted.delete(noted.values().next().value);
  return 204;
}

server.listen(Number(PORT), '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
