import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type CheckOutcome, nextCheckIn, startAuthWatch } from './auth-watch.ts';

const minute = 60_000;
const heard: string[] = [];
let answers: CheckOutcome[] = [];
let checks = 0;

beforeEach(() => {
  vi.useFakeTimers();
  heard.length = 0;
  answers = [];
  checks = 0;
});
afterEach(() => vi.useRealTimers());

const watch = (random = 0.5) =>
  startAuthWatch({
    check: async () => {
      checks += 1;
      return answers.shift() ?? 'signed-in';
    },
    random: () => random,
    onState: (isSignedIn) => heard.push(isSignedIn ? 'in' : 'out'),
    onLost: (how) => heard.push(how),
    onRestored: () => heard.push('restored'),
  });
const pass = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * minute);

test.each([
  [0, 13.5],
  [0.5, 15],
  [1, 16.5],
])('AUTH-T1 a check comes every 15 minutes give or take 90 seconds (%d: %d minutes)', async (random, minutes) => {
  const { stop } = watch(random);
  await pass(minutes - 0.01);
  expect(checks).toBe(0);
  await pass(0.02);
  expect(checks).toBe(1);
  await pass(minutes);
  expect(checks).toBe(2);
  expect(heard).toEqual([]);
  stop();
  await pass(120);
  expect(checks).toBe(2);
});

test('AUTH-T2 failures double the wait, up to an hour; a success resets it', async () => {
  expect([0, 1, 2, 3, 10].map((failures) => nextCheckIn(failures, 0.5) / minute)).toEqual([15, 30, 60, 60, 60]);
  expect(nextCheckIn(2, 1)).toBe(60 * minute);
  expect(nextCheckIn(1, 1)).toBe(31.5 * minute);
  answers = ['unreachable', 'signed-in'];
  const { stop } = watch();
  await pass(15);
  await pass(29.9);
  expect(checks).toBe(1);
  await pass(0.2);
  expect(checks).toBe(2);
  await pass(15);
  expect(checks).toBe(3);
  expect(heard).toEqual(['out', 'in']);
  stop();
});

test('AUTH-T3 the first failure unauthenticates, the third in a row signs out and ends the watch', async () => {
  answers = ['refused', 'unreachable', 'refused'];
  watch();
  await pass(15);
  expect(heard).toEqual(['out']);
  await pass(30);
  expect(heard).toEqual(['out']);
  await pass(60);
  expect(heard).toEqual(['out', 'sign-out']);
  await pass(600);
  expect(checks).toBe(3);
});

test('AUTH-T3 three outages only hide the page; the next good check brings it back', async () => {
  answers = ['unreachable', 'unreachable', 'unreachable', 'unreachable', 'signed-in'];
  const { stop } = watch();
  await pass(15 + 30 + 60);
  expect(heard).toEqual(['out', 'hide']);
  await pass(60);
  expect(heard).toEqual(['out', 'hide']);
  await pass(60);
  expect(heard).toEqual(['out', 'hide', 'in', 'restored']);
  await pass(15);
  expect(checks).toBe(6);
  stop();
});

test('AUTH-T3 a page that an outage hid is signed out by the first refusal after it', async () => {
  answers = ['unreachable', 'unreachable', 'unreachable', 'refused'];
  watch();
  await pass(15 + 30 + 60 + 60);
  expect(heard).toEqual(['out', 'hide', 'sign-out']);
  await pass(600);
  expect(checks).toBe(4);
});

test('a check on demand and a scheduled one are the same check', async () => {
  const { checkNow, stop } = watch();
  expect(await Promise.all([checkNow(), checkNow()])).toEqual(['signed-in', 'signed-in']);
  expect(checks).toBe(1);
  await pass(14.9);
  expect(checks).toBe(1);
  await pass(0.2);
  expect(checks).toBe(2);
  stop();
});

test('a session in doubt is checked at once, and one refusal ends it and the watch', async () => {
  answers = ['refused'];
  const { doubt } = watch();
  await doubt();
  expect(heard).toEqual(['out', 'ended']);
  await pass(600);
  expect(checks).toBe(1);
});

test('a session in doubt that is well goes on, and has its three strikes again', async () => {
  answers = ['signed-in', 'refused'];
  const { doubt, stop } = watch();
  await doubt();
  expect(heard).toEqual([]);
  await pass(15);
  expect([checks, heard]).toEqual([2, ['out']]);
  stop();
});

test('an outage does not end a session in doubt: it is checked again soon, and then one refusal does', async () => {
  answers = ['unreachable', 'refused'];
  const { doubt } = watch();
  await doubt();
  expect(heard).toEqual(['out']);
  await vi.advanceTimersByTimeAsync(9900);
  expect(checks).toBe(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(heard).toEqual(['out', 'ended']);
});

test('an outage that goes on hides a page in doubt after three checks', async () => {
  answers = ['unreachable', 'unreachable', 'unreachable', 'signed-in'];
  const { doubt, stop } = watch();
  await doubt();
  await pass(0.5);
  expect(heard).toEqual(['out', 'hide']);
  await pass(1);
  expect(heard).toEqual(['out', 'hide', 'in', 'restored']);
  stop();
});

test('what was on its way when the doubt arose does not dispel it', async () => {
  const late = Promise.withResolvers<CheckOutcome>();
  const outcomes = [late.promise, Promise.resolve<CheckOutcome>('refused')];
  const { checkNow, doubt } = startAuthWatch({
    check: () => outcomes.shift() ?? Promise.resolve('signed-in'),
    random: () => 0.5,
    onState: () => undefined,
    onLost: (how) => heard.push(how),
    onRestored: () => undefined,
  });
  const both = [checkNow(), doubt()];
  late.resolve('signed-in');
  await Promise.all(both);
  expect(heard).toEqual(['ended']);
});
