import type { Challenge } from './challenge.ts';
import { partsOf } from './search.ts';

const maxWorkers = 16;

/** Searches with as many workers as the machine has cores, at most 16. Rejects when no number fits or a worker fails. */
export function solveChallenge(challenge: Challenge, signal: AbortSignal): Promise<number> {
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
