import { eventually } from '@onceover/testing/eventually';
import { startTraceCollector, type TraceCollector } from '@onceover/testing/trace-collector';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { concealAs } from '../../support/customer-secrets.ts';
import { ask, post } from '../../support/http.ts';
import { People } from '../../support/people.ts';
import { startSystem, type TestSystem } from '../../support/start-system.ts';

const CONCEAL = '/api/v2/secret/conceal';
const SOON = { withinMs: 15_000, everyMs: 100 };

let collector: TraceCollector;
let system: TestSystem;

const traced = (share: string) => ({ ONCEOVER_TRACES_URL: collector.url, ONCEOVER_TRACES_SHARE: share });

beforeAll(async () => {
  collector = await startTraceCollector();
  system = await startSystem({ env: traced('1') });
});
afterAll(async () => {
  await system?.[Symbol.asyncDispose]();
  await collector?.[Symbol.asyncDispose]();
});

/** The traces that a request of this name began, each as the chains of names from its spans up. */
const chainsFrom = (root: string) => {
  const { spans } = collector;
  const begun = new Set(spans.filter(({ name }) => name === root).map(({ traceId }) => traceId));
  return spans.filter(({ traceId }) => begun.has(traceId)).map((span) => collector.ancestry(span));
};

test('an emailed secret is one trace, from the request to the mail server', async () => {
  const nina = await new People(system).customer();
  await concealAs(nina, 'plums in the icebox', { 'recipient[]': 'tom@example.com' });
  await eventually(() => {
    const chains = chainsFrom(`POST ${CONCEAL}`);
    for (const chain of [
      /^commit secrets < .*operation ConcealSecret < POST \/api\/v2\/secret\/conceal$/,
      /^consume notifications\.\S+ < commit secrets < /,
      /^send email < job send-mail < commit secrets < .*POST \/api\/v2\/secret\/conceal$/,
      /^commit notifications < job send-mail < /,
    ])
      expect(chains).toContainEqual(expect.stringMatching(chain));
  }, SOON);
});

test('events name the span that committed them, in the trace that the request named', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const answer = await post(system.url, CONCEAL, { secret: 'x' }, { traceparent: `00-${traceId}-b7ad6b7169203331-00` });
  const metas = await system.tables.metaOfEvents();
  const meta = metas.find(({ correlationId }) => correlationId === answer.headers['x-request-id']);
  await eventually(() => {
    const spans = collector.spans.filter((span) => span.traceId === traceId);
    const commit = spans.find(({ name }) => name === 'commit secrets');
    expect(meta?.traceparent).toBe(`00-${traceId}-${commit?.spanId}-01`);
    expect(spans.find(({ name }) => name === `POST ${CONCEAL}`)?.parentSpanId).toBe('b7ad6b7169203331');
  }, SOON);
});

test('a request that fails is a span that failed, by its status and not by its words', async () => {
  await ask(system.url, '/graphql', {
    body: JSON.stringify({ query: '{ canaryField }', operationName: 'CanaryOperation' }),
    headers: { 'content-type': 'application/json' },
  });
  await eventually(() => {
    expect(collector.spans).toContainEqual(
      expect.objectContaining({ name: 'operation other', status: expect.objectContaining({ code: 2 }) }),
    );
  }, SOON);
  expect(collector.text).not.toMatch(/canary/i);
});

test('where no request is traced, nobody traces what follows, whatever a stranger asks for', async () => {
  await using quiet = await startTraceCollector();
  const none = { ONCEOVER_TRACES_URL: quiet.url, ONCEOVER_TRACES_SHARE: '0' };
  {
    await using other = await startSystem({ env: none });
    const sampled = '00-1af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await post(other.url, CONCEAL, { secret: 'x' }, { traceparent: sampled });
    await other.drain();
    const metas = await other.tables.metaOfEvents();
    expect(metas.map(({ traceparent }) => traceparent)).toContain(sampled.replace(/01$/, '00'));
  }
  expect(quiet.text).toBe('');
});

test('a collector that is away costs nobody anything but the traces', async () => {
  await using away = await startSystem({
    env: { ONCEOVER_TRACES_URL: 'http://127.0.0.1:9/v1/traces', ONCEOVER_TRACES_SHARE: '1' },
  });
  expect((await post(away.url, CONCEAL, { secret: 'x' })).status).toBe(200);
});
