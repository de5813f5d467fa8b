import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { beginTrailExport, readTrailExport } from '@onceover/schema/internal/export-trail';
import { OutageError } from '@onceover/service-kit/errors';
import { answering } from '@onceover/service-kit/internal-call';
import { expect, test } from 'vitest';
import { post as postForm } from '../test-support/ask.ts';
import { customer, fakeAccounts } from '../test-support/fake-accounts.ts';
import { startTestGateway } from '../test-support/start-test-gateway.ts';

const SESSION = 'S'.repeat(43);
const PAGE = `${'x'.repeat(199)}\n`.repeat(1_000);

/** A gateway whose trail has so many pages of 200 kB; `asked` counts those that were asked for. */
async function start(pages: number, failsAt = Number.POSITIVE_INFINITY) {
  const trail = { asked: 0 };
  const gateway = await startTestGateway({
    people: fakeAccounts({ sessions: new Map([[SESSION, { customer }]]) }),
    calls: [
      answering(beginTrailExport, async ({ filter }) => ({ kind: 'begun' as const, filter, heading: 'heading' })),
      answering(readTrailExport, async () => {
        trail.asked += 1;
        if (trail.asked === failsAt) throw new OutageError('postgres');
        return { text: PAGE, end: trail.asked < pages ? String(trail.asked) : null };
      }),
    ],
  });
  const { json } = await postForm(gateway.port, '/api/v2/validate-shrimp', {}, { cookie: `sess=${SESSION}` });
  return { gateway, trail, shrimp: String(json.shrimp) };
}

async function post(port: number, shrimp: string): Promise<IncomingMessage> {
  const body = new URLSearchParams({ shrimp, format: 'csv' }).toString();
  const headers = {
    cookie: `sess=${SESSION}`,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(body.length),
  };
  const sent = httpRequest({ host: '127.0.0.1', port, path: '/account/trail/export', method: 'POST', headers });
  sent.on('error', () => undefined);
  sent.end(body);
  const [answer] = await once(sent, 'response');
  return answer as IncomingMessage;
}

test('a page is asked for when the one before has left, and none after the client has gone', async () => {
  const { gateway, trail, shrimp } = await start(100_000);
  await using _ = gateway;
  const answer = await post(gateway.port, shrimp);
  expect(answer.statusCode).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, 400));
  const whileNobodyReads = trail.asked;
  expect(whileNobodyReads).toBeLessThan(100);
  answer.destroy();
  await expect.poll(() => trail.asked - whileNobodyReads).toBeLessThan(5);
  const after = trail.asked;
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(trail.asked).toBe(after);
});

test('an export is whole, also when it has many pages', async () => {
  const { gateway, shrimp } = await start(40);
  await using _ = gateway;
  const answer = await post(gateway.port, shrimp);
  let length = 0;
  for await (const chunk of answer) length += (chunk as Buffer).length;
  expect(length).toBe('heading\n'.length + 40 * PAGE.length);
});

test('when a service fails in the middle the connection is cut, so that half a file is never taken for a whole one', async () => {
  const { gateway, shrimp } = await start(10, 4);
  await using _ = gateway;
  const answer = await post(gateway.port, shrimp);
  const read = async () => {
    for await (const _chunk of answer);
  };
  await expect(read()).rejects.toThrow();
});

test('a stop cuts an export that nobody reads instead of waiting for it', async () => {
  const { gateway, shrimp } = await start(100_000);
  const answer = await post(gateway.port, shrimp);
  const cut = new Promise((resolve) => answer.on('close', resolve));
  answer.on('error', () => undefined);
  answer.pause();
  await gateway[Symbol.asyncDispose]();
  answer.resume();
  await cut;
  expect(answer.complete).toBe(false);
});
