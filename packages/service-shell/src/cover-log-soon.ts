import type { Doorbell } from '@onceover/event-bus';
import { isOnlyCovered, type LogCover } from '@onceover/event-store';
import type { Chore } from './service-parts.ts';

export interface CoverLogOptions {
  /** The log, which has the name of its service and its schema. */
  readonly name: string;
  readonly doorbell: Pick<Doorbell, 'onRing' | 'watch'>;
  readonly cover: LogCover['cover'];
  /** Called with what it throws; it is tried again. */
  readonly onFailure: (error: unknown) => void;
}

/** How long events gather before a block is made of them. */
const REST_MS = 1_000;
const CHORE_MS = 600_000;

/**
 * Covers a log with blocks: a moment after this process has committed to it, or has found what another one committed, and
 * every ten minutes, for what a process that died has left. While nobody commits it does nothing else. Disposing waits
 * for the block in hand.
 */
export function coverLogSoon({
  name,
  doorbell,
  cover,
  onFailure,
}: CoverLogOptions): AsyncDisposable & { readonly chore: Chore } {
  let timer: NodeJS.Timeout | undefined;
  let work: Promise<number> | undefined;
  let isWanted = false;
  let isStopped = false;

  async function run(): Promise<number> {
    isWanted = false;
    try {
      const { blocks, isHidden } = await cover();
      isWanted ||= isHidden;
      return blocks;
    } catch (err) {
      isWanted = true;
      onFailure(err);
      return 0;
    } finally {
      work = undefined;
      if (isWanted) soon();
    }
  }
  function soon(): void {
    isWanted = true;
    if (isStopped || timer !== undefined || work !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      work = run();
    }, REST_MS).unref();
  }

  const hearing = new DisposableStack();
  hearing.use(doorbell.onRing((news) => news.source === name && !isOnlyCovered(news) && soon()));
  hearing.use(doorbell.watch.onOthers((schema) => schema === name && soon()));
  return {
    chore: {
      name: 'cover-log',
      everyMs: CHORE_MS,
      isEverybodys: true,
      async run() {
        work ??= run();
        return { blocks: await work };
      },
    },
    async [Symbol.asyncDispose]() {
      isStopped = true;
      hearing.dispose();
      clearTimeout(timer);
      await work;
    },
  };
}
