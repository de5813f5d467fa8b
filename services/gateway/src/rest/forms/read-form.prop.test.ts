import { concealForm } from '@onceover/schema/rest/secret';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '../../http/api-error.ts';
import { formReader } from './form-reader.ts';
import { type RawForm, readForm } from './read-form.ts';

const readConceal = formReader(concealForm);
const types = ['application/x-www-form-urlencoded', 'application/json', 'multipart/form-data; boundary=x'];
const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array));
const bodies = fc.oneof(
  bytes,
  fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(text)),
  fc.json().map((text) => Buffer.from(text)),
);

async function outcome(raw: RawForm): Promise<unknown> {
  try {
    return readConceal((await readForm(raw)).form);
  } catch (error) {
    return error;
  }
}

test('anything sent is either read, or refused as the contract says', async () => {
  const requests = fc.record({
    contentType: fc.constantFrom(...types),
    body: bodies,
    query: fc.string({ maxLength: 50 }),
  });
  await fc.assert(
    fc.asyncProperty(requests, async (raw) => {
      const result = await outcome(raw);
      if (result instanceof Error) expect(result).toBeInstanceOf(ApiError);
    }),
    { numRuns: 500 },
  );
});

test('every text arrives intact, in every kind of body', async () => {
  const wellFormed = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 });
  await fc.assert(
    fc.asyncProperty(wellFormed, async (secret) => {
      const multipart = `--x\r\nContent-Disposition: form-data; name="secret"\r\n\r\n${secret}\r\n--x--\r\n`;
      const sent: [string, string][] = [
        [types[0] ?? '', new URLSearchParams({ secret }).toString()],
        [types[1] ?? '', JSON.stringify({ secret })],
        [types[2] ?? '', multipart],
      ];
      for (const [contentType, body] of sent) {
        expect(await outcome({ contentType, body: Buffer.from(body), query: '' })).toMatchObject({ secret });
      }
    }),
    { numRuns: 200 },
  );
});
