import type { Doorbell } from '@onceover/event-bus';
import type { Logger } from '@onceover/service-kit/logging';

export interface CoverLogsOptions {
  readonly logs: readonly string[];
  readonly doorbell: Pick<Doorbell, 'onRing' | 'watch'>;
  /** Covers a log; true if something was left that must wait. */
  readonly cover: (log: string) => Promise<boolean>;
  readonly log: Logger;
  /** How long events gather before a block is made of them. Default 1 s. */
  readonly restMs?: number;
}

const REST_MS = 1_000;

/**
 * Covers logs with blocks: a moment after this process has committed to one, or has found what another one committed, and all
 * of them at the start, for what a process that died has left. While nobody commits it does nothing. Disposing waits for the block in hand.
 */
export function coverLogsSoon({ logs, doorbell, cover, log, restMs = REST_MS }: CoverLogsOptions): AsyncDisposable {
  const due = new Set<string>(logs);
  let timer: NodeJS.Timeout | undefined;
  let work: Promise<void> | undefined;
  let isStopped = false;

  const run = async () => {
    for (const name of [...due]) {
      due.delete(name);
      try {
        if (await cover(name)) due.add(name);
      } catch (err) {
        due.add(name);
        log.warn({ err, source: name }, 'a log could not be covered by the audit trail; it is tried again');
      }
    }
    work = undefined;
    if (due.size > 0) soon();
  };
  const soon = () => {
    if (isStopped || timer !== undefined || work !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      work = run();
    }, restMs).unref();
  };

  soon();
  const onGrown = (name: string) => {
    if (!logs.includes(name)) return;
    due.add(name);
    soon();
  };
  const hearing = new DisposableStack();
  hearing.use(doorbell.onRing(({ source }) => onGrown(source)));
  hearing.use(doorbell.watch.onOthers(onGrown));
  return {
    async [Symbol.asyncDispose]() {
      isStopped = true;
      hearing.dispose();
      clearTimeout(timer);
      await work;
    },
  };
}
