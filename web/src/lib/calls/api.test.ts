import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { api } from './api.ts';
import { formToken, hasSessionToken, startFormToken } from './form-token.ts';

const answers: (Response | Error)[] = [];
const sent: { url: string; init: RequestInit }[] = [];
const json = (body: object, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });

beforeEach(() => {
  startFormToken(null);
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
  answers.length = 0;
  sent.length = 0;
});

const fieldsOf = (index: number) => Object.fromEntries(new URLSearchParams(String(sent[index]?.init.body)));

describe('a call', () => {
  test('without a form is a GET that asks for JSON', async () => {
    answers.push(json({ record: 1 }));
    expect(await api({ path: '/api/v2/x' })).toEqual({ record: 1 });
    expect(sent[0]).toMatchObject({ url: '/api/v2/x', init: { headers: { Accept: 'application/json' } } });
    expect(sent[0]?.init.method).toBeUndefined();
  });

  test('with a form carries the form token and keeps every character of the text', async () => {
    startFormToken('token-1');
    answers.push(json({}));
    await api({ path: '/x', form: { secret: ' a\r\nb+&=\u{1F512} ' }, idempotencyKey: 'k' });
    expect(fieldsOf(0)).toEqual({ secret: ' a\r\nb+&=\u{1F512} ', shrimp: 'token-1' });
    expect(sent[0]?.init.headers).toMatchObject({ 'Idempotency-Key': 'k' });
  });

  test('adopts the new form token of any answer, even of a refusal', async () => {
    answers.push(json({ message: 'no', code: 'x', shrimp: 'fresh' }, 400));
    await expect(api({ path: '/x', form: {} })).rejects.toMatchObject({ code: 'x' });
    expect(formToken()).toBe('fresh');
  });

  test('refused for its form token is sent once more with the new one', async () => {
    startFormToken('stale');
    answers.push(json({ message: 'Please refresh', code: 'csrf', shrimp: 'fresh' }, 400), json({ ok: true }));
    expect(await api({ path: '/x', form: { a: '1' } })).toEqual({ ok: true });
    expect([fieldsOf(0).shrimp, fieldsOf(1).shrimp]).toEqual(['stale', 'fresh']);
    expect(hasSessionToken()).toBe(true);
  });

  test('refused twice for its form token fails, without a third try', async () => {
    const refusal = () => json({ message: 'Please refresh', code: 'csrf', shrimp: 's' }, 400);
    answers.push(refusal(), refusal());
    await expect(api({ path: '/x', form: {} })).rejects.toMatchObject({ code: 'csrf' });
    expect(sent).toHaveLength(2);
  });
});

test('only a call that was made without a connection says that nothing was sent', async () => {
  const lose = async (before: boolean, after: boolean) => {
    vi.stubGlobal('navigator', { onLine: before });
    vi.stubGlobal('fetch', async () => {
      vi.stubGlobal('navigator', { onLine: after });
      throw new TypeError('Failed to fetch');
    });
    const error = await api({ path: '/x', form: {} }).catch((failure) => failure);
    return error.wasOffline;
  };
  expect([await lose(false, false), await lose(false, true), await lose(true, false)]).toEqual([true, true, false]);
});

describe('a failed call says what went wrong', () => {
  test.each([
    ['no answer', new TypeError('Failed to fetch'), { failure: 'no-response', status: 0, isOutcomeUnknown: true }],
    ['a success that is not JSON', new Response('<html>'), { failure: 'incomplete', isOutcomeUnknown: true }],
    ['JSON of another shape', new Response('[]'), { failure: 'format', isOutcomeUnknown: false }],
    ['an error without message', json({}, 400), { failure: 'failed', serverMessage: null, isOutcomeUnknown: false }],
    ['an error that is not JSON', new Response('x', { status: 502 }), { failure: 'refresh', isOutcomeUnknown: true }],
    ['an outage', json({ message: 'back', code: 'unavailable' }, 503), { failure: 'refused', isOutcomeUnknown: true }],
    [
      'a rate limit',
      json({ message: 'Cripes!', code: 'rate_limited' }, 400, { 'Retry-After': '90' }),
      { failure: 'refused', code: 'rate_limited', retryAfterSeconds: 90, isOutcomeUnknown: false },
    ],
  ])('%s', async (_what, answer, expected) => {
    answers.push(answer);
    await expect(api({ path: '/x', form: {} })).rejects.toMatchObject(expected);
  });
  test.each([
    ['without a message', json({}, 500)],
    ['without JSON', new Response('x', { status: 502 })],
  ])('a question for data that is refused %s names what could not be fetched', async (_what, answer) => {
    answers.push(answer);
    await expect(api({ path: '/x' })).rejects.toMatchObject({ failure: 'fetch', url: '/x' });
  });
});
