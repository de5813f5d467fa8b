import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from './server-process.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Starts the server again if it stops unexpectedly (killed by the system to free memory, for example), with longer
 * pauses while it keeps failing. Until it is back, connections are refused.
 */
export function keepRunning(
  first: ServerProcess,
  restart: () => Promise<ServerProcess>,
  onLost: (error: unknown) => void,
) {
  let current = first;
  const stopping = new AbortController();

  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await current.exited;
      for (let pauseMs = FIRST_PAUSE_MS; !stopping.signal.aborted; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
        await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
        if (stopping.signal.aborted) return;
        try {
          onLost(undefined);
          current = await restart();
          break;
        } catch (error) {
          onLost(error);
        }
      }
    }
  };
  const watching = watch();

  return {
    get current() {
      return current;
    },
    async stop() {
      stopping.abort();
      await current.stop();
      await watching;
      await current.stop();
    },
  };
}
