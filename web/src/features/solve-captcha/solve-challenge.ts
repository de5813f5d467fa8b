import type { Solution } from './captcha-state.ts';
import { type Challenge, fetchChallenge, payloadOf } from './challenge.ts';
import { partsOf } from './search.ts';

/** Fetches a puzzle and solves it. Rejects with ApiError if none came, and with any other error if it has no solution. */
export async function solveNewChallenge(signal: AbortSignal): Promise<Solution> {
  const challenge = await fetchChallenge(signal);
  const fetchedAt = performance.now();
  const number = await searchAll(challenge, signal);
  const { lifeMs } = challenge;
  const left = lifeMs === null ? null : Math.max(0, lifeMs - (performance.now() - fetchedAt));
  return { payload: payloadOf(challenge, number), lifeMs: left };
}

const maxWorkers = 16;

/** Searches with one worker per core, at most 16. Rejects if no number fits or a worker fails. */
function searchAll(challenge: Challenge, signal: AbortSignal): Promise<number> {
  const parts = partsOf(challenge, Math.max(1, Math.min(maxWorkers, navigator.hardwareConcurrency || 1)));
  const workers: Worker[] = [];
  return new Promise<number>((resolve, reject) => {
    let left = parts.length;
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    for (const part of parts) {
      const worker = new Worker(new URL('./search.worker.ts', import.meta.url), { type: 'module' });
      workers.push(worker);
      worker.onerror = () => reject(new Error('a captcha worker failed'));
      worker.onmessage = ({ data }: MessageEvent<number | null>) => {
        left -= 1;
        if (data !== null) resolve(data);
        else if (left === 0) reject(new Error('no number solves the captcha'));
      };
      worker.postMessage(part);
    }
  }).finally(() => {
    for (const worker of workers) worker.terminate();
  });
}
