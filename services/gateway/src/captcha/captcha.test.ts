import type { AltchaChallengeAnswer } from '@onceover/schema/rest/site';
import { sha256 } from '@onceover/service-kit/crypto';
import { expect, test } from 'vitest';
import { createCaptcha } from './captcha.ts';
import { memorySolutions } from './used-solutions.ts';

const key = Buffer.alloc(32, 7);
const start = Date.parse('2030-03-17T10:00:00Z');

/** A captcha whose time a test moves. */
function captchaAt(milliseconds = start) {
  const clock = { ms: milliseconds, now: () => new Date(clock.ms) };
  return { clock, ...createCaptcha(key, clock, memorySolutions(clock)) };
}

function numberOf({ challenge, salt, maxnumber }: AltchaChallengeAnswer): number {
  for (let number = 0; number <= maxnumber; number += 1) {
    if (sha256(`${salt}${number}`).toString('hex') === challenge) return number;
  }
  throw new Error('a challenge without a solution');
}

type Solution = AltchaChallengeAnswer & { number: number };

function solve(challenge: AltchaChallengeAnswer): Omit<Solution, 'maxnumber'> {
  const { maxnumber: _, ...rest } = challenge;
  return { ...rest, number: numberOf(challenge) };
}

const pack = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

test('a challenge has the form that the contract gives and says when it expires', () => {
  const { challenge, expires } = captchaAt().challenge();
  expect(challenge).toMatchObject({ algorithm: 'SHA-256', maxnumber: 50_000 });
  expect(challenge.challenge).toMatch(/^[0-9a-f]{64}$/);
  expect(challenge.signature).toMatch(/^[0-9a-f]{64}$/);
  expect(expires.getTime()).toBe(start + 600_000);
  expect(challenge.salt).toMatch(new RegExp(`^[0-9a-f]{24}\\?expires=${expires.getTime() / 1000}&$`));
});

test('a solution is valid once, and until it expires', async () => {
  const captcha = captchaAt();
  const payload = pack(solve(captcha.challenge().challenge));
  expect(await captcha.checkCaptcha(payload)).toBe(true);
  expect(await captcha.checkCaptcha(payload)).toBe(false);
});

test('the widget may say how long it took, but a solution still counts once', async () => {
  const captcha = captchaAt();
  const solution = solve(captcha.challenge().challenge);
  expect(await captcha.checkCaptcha(pack({ ...solution, took: 12.5 }))).toBe(true);
  expect(await captcha.checkCaptcha(pack({ ...solution, took: 13 }))).toBe(false);
  const { algorithm, ...rest } = solution;
  expect(await captcha.checkCaptcha(pack({ ...rest, algorithm }))).toBe(false);
});

test.each([
  [0, true],
  [599_000, true],
  [599_999, true],
  [600_000, false],
  [86_400_000, false],
])('%d ms later it is valid: %s', async (later, isGood) => {
  const captcha = captchaAt();
  const payload = pack(solve(captcha.challenge().challenge));
  captcha.clock.ms += later;
  expect(await captcha.checkCaptcha(payload)).toBe(isGood);
});

test('a solution signed with another key is refused', async () => {
  const clock = { now: () => new Date(start) };
  const other = createCaptcha(Buffer.alloc(32, 8), clock, memorySolutions(clock));
  expect(await captchaAt().checkCaptcha(pack(solve(other.challenge().challenge)))).toBe(false);
});

test('of 200 simultaneous uses one counts', async () => {
  const captcha = captchaAt();
  const payload = pack(solve(captcha.challenge().challenge));
  const uses = Array.from({ length: 200 }, () => captcha.checkCaptcha(payload));
  expect((await Promise.all(uses)).filter(Boolean)).toHaveLength(1);
});

/** Moves digits between the number and the expiry of the salt. */
function spliced(solution: Omit<Solution, 'maxnumber'>) {
  const digits = String(solution.number);
  const moved = digits.slice(0, 1);
  return { ...solution, salt: `${solution.salt.slice(0, -1)}${moved}&`, number: Number(digits.slice(1) || '0') };
}

const flipped = (hex: string) => `${hex.startsWith('0') ? '1' : '0'}${hex.slice(1)}`;

const forgeries: readonly [string, (solution: Omit<Solution, 'maxnumber'>) => unknown][] = [
  ['another algorithm', (s) => ({ ...s, algorithm: 'SHA-1' })],
  ['SHA-384, which we did not ask for', (s) => ({ ...s, algorithm: 'SHA-384' })],
  ['SHA-512, which we did not ask for', (s) => ({ ...s, algorithm: 'SHA-512' })],
  ['the algorithm in small letters', (s) => ({ ...s, algorithm: 'sha-256' })],
  ['no algorithm', ({ algorithm: _, ...s }) => s],
  ['no number', ({ number: _, ...s }) => s],
  ['no salt', ({ salt: _, ...s }) => s],
  ['no signature', ({ signature: _, ...s }) => s],
  ['no challenge', ({ challenge: _, ...s }) => s],
  ['the next number', (s) => ({ ...s, number: s.number + 1 })],
  ['a negative number', (s) => ({ ...s, number: -s.number - 1 })],
  ['a fraction', (s) => ({ ...s, number: s.number + 0.5 })],
  ['the number as text', (s) => ({ ...s, number: String(s.number) })],
  ['the number in a list', (s) => ({ ...s, number: [s.number] })],
  ['a number beyond all', (s) => ({ ...s, number: 2 ** 60 })],
  ['a number just beyond the largest', (s) => ({ ...s, number: 50_001 })],
  ['no number at all', (s) => ({ ...s, number: null })],
  ['true for a number', (s) => ({ ...s, number: true })],
  ['a later expiry', (s) => ({ ...s, salt: s.salt.replace(/\d+&$/, '9999999999&') })],
  ['a digit moved from number to expiry', spliced],
  ['no end of the salt', (s) => ({ ...s, salt: s.salt.slice(0, -1) })],
  ['two ends of the salt', (s) => ({ ...s, salt: `${s.salt}&` })],
  ['a second expiry', (s) => ({ ...s, salt: `${s.salt}expires=9999999999&` })],
  ['a salt of another length', (s) => ({ ...s, salt: `0${s.salt}` })],
  ['a salt in capitals', (s) => ({ ...s, salt: s.salt.toUpperCase() })],
  ['an empty salt', (s) => ({ ...s, salt: '' })],
  ['an expiry with a zero before it', (s) => ({ ...s, salt: s.salt.replace('expires=', 'expires=0') })],
  ['an expiry that is no number', (s) => ({ ...s, salt: s.salt.replace(/\d+&$/, 'never&') })],
  ['a negative expiry', (s) => ({ ...s, salt: s.salt.replace('expires=', 'expires=-') })],
  ['another challenge', (s) => ({ ...s, challenge: flipped(s.challenge) })],
  ['the challenge in capitals', (s) => ({ ...s, challenge: s.challenge.toUpperCase() })],
  ['a short challenge', (s) => ({ ...s, challenge: s.challenge.slice(1) })],
  ['an empty challenge', (s) => ({ ...s, challenge: '' })],
  ['the challenge as a list', (s) => ({ ...s, challenge: [s.challenge] })],
  ['another signature', (s) => ({ ...s, signature: flipped(s.signature) })],
  ['the signature in capitals', (s) => ({ ...s, signature: s.signature.toUpperCase() })],
  ['a short signature', (s) => ({ ...s, signature: s.signature.slice(2) })],
  ['an empty signature', (s) => ({ ...s, signature: '' })],
  ['the challenge for a signature', (s) => ({ ...s, signature: s.challenge })],
  ['a field more', (s) => ({ ...s, extra: 1 })],
  ['a prototype', (s) => JSON.parse(JSON.stringify(s).replace('{', '{"__proto__":{"a":1},'))],
  ['maxnumber of its own', (s) => ({ ...s, maxnumber: 10_000_000 })],
  ['a time that is no number', (s) => ({ ...s, took: 'long' })],
  ['a list', (s) => [s]],
  ['a list of its values', (s) => Object.values(s)],
  ['null', () => null],
  ['a text', () => 'solved'],
  ['a number', () => 1],
];

test.each(forgeries)('no solution with %s, and the challenge is not used up', async (_what, forge) => {
  const captcha = captchaAt();
  const solution = solve(captcha.challenge().challenge);
  expect(await captcha.checkCaptcha(pack(forge(solution)))).toBe(false);
  expect(await captcha.checkCaptcha(pack(solution))).toBe(true);
});

test.each([
  ['nothing', ''],
  ['no base64', '{"algorithm":"SHA-256"}'],
  ['white space', ' '],
  ['base64 of no JSON', Buffer.from('{').toString('base64')],
  ['bytes that are no text', Buffer.from([0xff, 0xfe]).toString('base64')],
  ['more than 2048 characters', 'A'.repeat(2052)],
  ['very much', 'A'.repeat(2_000_000)],
])('%s is not a solution', async (_what, payload) => {
  expect(await captchaAt().checkCaptcha(payload)).toBe(false);
});

test('the address-safe alphabet and line breaks are refused', async () => {
  const captcha = captchaAt();
  const payload = pack(solve(captcha.challenge().challenge));
  expect(await captcha.checkCaptcha(`${payload}\n`)).toBe(false);
  expect(await captcha.checkCaptcha(`-${payload.slice(1)}`)).toBe(false);
  expect(await captcha.checkCaptcha(payload)).toBe(true);
});
