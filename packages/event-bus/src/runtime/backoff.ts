import { setTimeout as delay } from 'node:timers/promises';

/** Tries an event gets before it is parked or halts its consumer. */
export const MAX_TRIES = 5;

/** Waits; rejects when the signal aborts. Tests pass one that does not wait. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export const realSleep: Sleep = async (ms, signal) => {
  await delay(ms, undefined, { signal });
};

/** Pause after a failed try, in milliseconds: 100, 400, 1,600, 6,400. */
export function restMs(tries: number): number {
  return 100 * 4 ** (tries - 1);
}
