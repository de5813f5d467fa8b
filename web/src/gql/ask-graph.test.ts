import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onAuthSignal } from '../lib/calls/auth-signals.ts';
import { formToken, startFormToken } from '../lib/calls/form-token.ts';
import { askGraph } from './ask-graph.ts';

const answers: (Response | Error)[] = [];
const sent: { url: string; init: RequestInit }[] = [];
const signals: string[] = [];
const json = (body: object, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const problem = (code: string, more: object = {}) => ({
  errors: [{ message: 'words', extensions: { code, ...more } }],
});
const question = { query: 'query Domains { x }', operationName: 'Domains', variables: { a: 1 } };

beforeEach(() => {
  startFormToken('token-1');
  onAuthSignal((signal) => signals.push(signal));
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    const answer = answers.shift();
    if (answer === undefined) throw new Error('asked too many times');
    if (answer instanceof Error) throw answer;
    return answer;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const list of [answers, sent, signals]) list.length = 0;
});

test('a document is sent unchanged, with the form token in a header', async () => {
  answers.push(json({ data: { domains: [] } }));
  expect(await askGraph(question)).toEqual({ domains: [] });
  expect(sent[0]).toMatchObject({ url: '/graphql', init: { method: 'POST', headers: { 'O-Shrimp': 'token-1' } } });
  expect(JSON.parse(String(sent[0]?.init.body))).toEqual(question);
});

test('a refused form token is replaced and the question asked once more', async () => {
  answers.push(json(problem('CSRF'), 403), json({ isValid: false, shrimp: 'token-2' }), json({ data: { a: 1 } }));
  expect(await askGraph(question)).toEqual({ a: 1 });
  expect(sent.map(({ url }) => url)).toEqual(['/graphql', '/api/v2/validate-shrimp', '/graphql']);
  expect(formToken()).toBe('token-2');
  expect(sent[2]?.init.headers).toMatchObject({ 'O-Shrimp': 'token-2' });
});

test.each([
  ['no answer', new TypeError('x'), { failure: 'no-response' }],
  ['not JSON', new Response('x', { status: 502 }), { failure: 'refresh' }],
  ['no data', json({}), { failure: 'format' }],
  [
    'a limit',
    json(problem('RATE_LIMITED', { retryAfterSeconds: 90 }), 429),
    { code: 'rate_limited', retryAfterSeconds: 90 },
  ],
  ['an outage', json(problem('UNAVAILABLE'), 503), { code: 'unavailable', isOutcomeUnknown: true }],
  ['a fault', json(problem('INTERNAL'), 200), { code: 'unexpected' }],
])('%s is told apart', async (_what, answer, expected) => {
  answers.push(answer);
  await expect(askGraph(question)).rejects.toMatchObject(expected);
  expect(signals).toEqual([]);
});

test('AUTH-T4 a 401 says that the session is gone; "not authorized" only casts a doubt', async () => {
  answers.push(json(problem('NOT_AUTHORIZED'), 401), json(problem('NOT_AUTHORIZED'), 200));
  await expect(askGraph(question)).rejects.toMatchObject({ code: 'not_authorized' });
  await expect(askGraph(question)).rejects.toMatchObject({ code: 'not_authorized' });
  expect(signals).toEqual(['signed-out', 'doubtful']);
});
