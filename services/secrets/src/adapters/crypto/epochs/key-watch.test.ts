import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EpochRotation } from './epoch-rotation.ts';
import type { KeyLog } from './epoch-steps.ts';
import { watchKeys } from './key-watch.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A ring and a rotation whose state the test sets, watched every five seconds. */
function watched() {
  const state = {
    sealed: null as string | null,
    missing: [] as number[],
    failure: null as Error | null,
    hold: async (): Promise<void> => undefined,
    checks: 0,
  };
  const lines: string[] = [];
  const logAs = (level: string) => (_fields: object, message: string) => lines.push(`${level}: ${message}`);
  const log = { info: logAs('info'), warn: logAs('warn'), error: logAs('error') } as unknown as KeyLog;
  const ring = {
    reload: async () => {
      state.checks += 1;
      await state.hold();
      if (state.failure !== null) throw state.failure;
    },
    sealedReason: () => state.sealed,
    missingEpochs: () => state.missing,
  };
  const rotation: Pick<EpochRotation, 'rotateIfDue'> = { rotateIfDue: async () => 'idle' };
  return { state, lines, watch: watchKeys(ring, rotation, log) };
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

test('keys in order are checked in silence', async () => {
  const { state, lines, watch } = watched();
  await pass(60);
  expect(state.checks).toBe(12);
  expect(lines).toEqual([]);
  await watch[Symbol.asyncDispose]();
  await pass(60);
  expect(state.checks).toBe(12);
});

test('a problem is reported when it begins and when it is over, not every five seconds', async () => {
  const { state, lines, watch } = watched();
  state.sealed = 'a key is missing';
  await pass(60);
  state.sealed = null;
  await pass(60);
  state.failure = new Error('the database is away');
  await pass(60);
  state.failure = null;
  state.missing = [4];
  await pass(60);
  expect(lines).toEqual([
    'error: sealed: secrets are neither made nor opened',
    'info: the keys are in order again',
    'warn: the keys could not be checked',
    'error: the key of an older epoch is missing',
  ]);
  await watch[Symbol.asyncDispose]();
});

test('a slow check is not overtaken by the next', async () => {
  const { state, watch } = watched();
  let finish: () => void = () => undefined;
  state.hold = () =>
    new Promise<void>((resolve) => {
      finish = resolve;
    });
  await pass(60);
  expect(state.checks).toBe(1);
  finish();
  await pass(5);
  expect(state.checks).toBe(2);
  finish();
  await watch[Symbol.asyncDispose]();
});
