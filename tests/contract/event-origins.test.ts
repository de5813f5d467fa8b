import { expect, test } from 'vitest';
import { ask, post, URLENCODED } from '../support/http.ts';
import { CONCEAL } from './support/secrets.ts';
import { systemOfThisFile } from './support/system.ts';

const system = systemOfThisFile();
const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const TAG = /^[\w-]{8}$/;
const TRACE = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Conceals a secret and returns what its event says of the request. */
async function metaOfConceal(headers: Readonly<Record<string, string>>) {
  const answer = await post(system.url, CONCEAL, { secret: 'tea at 5?' }, headers);
  expect(answer.status).toBe(200);
  return metaOf(answer.headers['x-request-id'] as string);
}

async function metaOf(requestId: string) {
  const metas = await system.tables.metaOfEvents();
  const meta = metas.find(({ correlationId }) => correlationId === requestId);
  if (meta === undefined) throw new Error(`no event of request ${requestId}`);
  return meta;
}

test('an event names the surface, the tagged network and the trace of its request', async () => {
  const meta = await metaOfConceal({ traceparent: trace });
  expect(meta).toMatchObject({ surface: 'api', networkTag: expect.stringMatching(TAG), traceparent: trace });
});

test('a browser on our own page is the web, and its network has the same tag on the same day', async () => {
  const byPage = await metaOfConceal({ 'sec-fetch-site': 'same-origin' });
  const byClient = await metaOfConceal({});
  expect([byPage.surface, byClient.surface]).toEqual(['web', 'api']);
  expect(byPage.networkTag).toBe(byClient.networkTag);
  expect(byPage.traceparent).not.toBe(byClient.traceparent);
});

test('a trace that is not in the way of the standard is replaced, and its text kept nowhere', async () => {
  const marks = ['canary-trace-of-a-careless-client', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`, `${trace}-more`];
  for (const mark of marks) {
    const { traceparent } = await metaOfConceal({ traceparent: mark });
    expect(traceparent).toMatch(TRACE);
    expect(traceparent).not.toContain(mark);
  }
  expect(await system.tables.dump()).not.toContain('canary-trace');
});

test('a mutation of the graph that no page of ours sent is of the graph', async () => {
  const query = 'mutation { concealSecret(input: {secret: "tea at 5?"}) { ... on ConcealedSecret { secretKey } } }';
  const body = JSON.stringify({ query });
  const answer = await ask(system.url, '/graphql', { body, headers: { 'content-type': 'application/json' } });
  expect(answer.json.data.concealSecret.secretKey).toHaveLength(31);
  expect((await metaOf(answer.headers['x-request-id'] as string)).surface).toBe('graphql');
});

test('every event of every service says where its command came from, and none the network itself', async () => {
  const { browser } = await system.people.customer();
  await browser.post('/api/v2/feedback', { msg: 'Lovely tea.' });
  await ask(system.url, CONCEAL, {
    body: 'secret=x',
    headers: { 'content-type': URLENCODED, 'x-forwarded-for': '192.0.2.9' },
  });
  await system.drain();
  const metas = await system.tables.metaOfEvents();
  for (const meta of metas) {
    expect(meta).toMatchObject({
      surface: expect.stringMatching(/^(web|api|graphql|mail|cli|system)$/),
      traceparent: expect.stringMatching(TRACE),
    });
    expect('networkTag' in meta || ['mail', 'system', 'cli'].includes(String(meta.surface)), JSON.stringify(meta)).toBe(
      true,
    );
    expect(JSON.stringify(meta)).not.toMatch(/127\.0\.0|192\.0\.2|::1/);
  }
  expect(new Set(metas.map(({ surface }) => surface))).toEqual(new Set(['web', 'api', 'graphql', 'mail', 'system']));
});
