import { type Challenge, payloadOf } from './puzzle.ts';
import { partsOf, search } from './search.ts';

const maxWorkers = 16;

/** The payload of a solved challenge. Rejects if nothing solves it or a worker fails, and when it is called off. */
export async function solve(challenge: Challenge, signal: AbortSignal): Promise<string> {
  return payloadOf(challenge, await searchAll(challenge, signal));
}

/** The same without workers, for a browser that starts none; it takes a second or two. Rejects if nothing solves it. */
export async function solveHere(challenge: Challenge): Promise<string> {
  for (const part of partsOf(challenge, 1)) {
    const number = await search(part);
    if (number !== null) return payloadOf(challenge, number);
  }
  throw new Error('no number solves the captcha');
}

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
