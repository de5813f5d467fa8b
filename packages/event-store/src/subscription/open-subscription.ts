import type { AppendResult, BatchSink, Position, Subscription, SubscriptionSpec } from '../types.ts';
import type { Checkpoint, LogReader } from './ports.ts';
import { ShardLoop } from './shard-loop.ts';

/** What a source brings: its logs, and where its checkpoints are kept. */
export interface SubscriptionBackend {
  reader(source: string): LogReader;
  claim(source: string, consumer: string, start: Position): Promise<Checkpoint>;
  readonly start: Position;
  readonly pollMs: number;
  onError(error: unknown): void;
}

export interface OpenSubscription extends Subscription {
  wake(): void;
}

const DEFAULT_DRAIN_MS = 5_000;

/** A subscription over one or more logs: a shard, which is a loop of its own, per log. */
export async function openSubscription(
  backend: SubscriptionBackend,
  spec: SubscriptionSpec,
  sink: BatchSink,
): Promise<OpenSubscription> {
  refuseMalformed(spec);
  const progress = new Progress();
  const loops = await Promise.all(
    spec.sources.map(async (source) => {
      const log = backend.reader(source);
      const checkpoint = await backend.claim(source, spec.consumer, await startOf(spec, backend, log));
      const { pollMs, onError } = backend;
      return new ShardLoop({ shard: source, log, checkpoint, spec, sink, pollMs, onError, onProgress: progress.tell });
    }),
  );
  const shards = loops.map(({ shard }) => shard);
  await sink.onAssigned(shards);
  const running = Promise.all(loops.map((loop) => loop.run())).then(progress.tell);
  let stopped: Promise<void> | undefined;

  async function stop(drainMs: number): Promise<void> {
    for (const loop of loops) loop.stop();
    await Promise.race([running, after(drainMs)]);
    for (const loop of loops) loop.abort();
    progress.tell();
    await sink.onRevoked(shards);
  }

  return {
    get state() {
      if (stopped !== undefined) return 'stopped';
      return loops.some(({ isHalted }) => isHalted) ? 'halted' : 'running';
    },
    async lag() {
      const lags = await Promise.all(loops.map((loop) => loop.lag()));
      return {
        events: lags.reduce((sum, { events }) => sum + events, 0),
        seconds: Math.max(0, ...lags.map(({ seconds }) => seconds)),
      };
    },
    waitFor: (append, timeoutMs) => {
      const loop = loopOf(loops, append);
      return progress.until(() => loop.handled >= append.position, timeoutMs);
    },
    stop: ({ drainMs = DEFAULT_DRAIN_MS } = {}) => (stopped ??= stop(drainMs)),
    wake() {
      for (const loop of loops) loop.wake();
    },
  };
}

function refuseMalformed({ sources, shards = 1, maxBatch, consumer }: SubscriptionSpec): void {
  if (sources.length === 0 || new Set(sources).size !== sources.length) throw new TypeError('name each source once');
  if (shards !== 1) throw new TypeError('a log in PostgreSQL or memory is one shard');
  if (!Number.isInteger(maxBatch) || maxBatch < 1) throw new TypeError('a batch holds at least one event');
  if (consumer === '') throw new TypeError('a consumer has a name');
}

/** Where to start when no checkpoint says otherwise. `end` is the horizon: a lower xid may still be open above it. */
async function startOf(spec: SubscriptionSpec, backend: SubscriptionBackend, log: LogReader): Promise<Position> {
  if (spec.startFrom === 'beginning') return backend.start;
  if (spec.startFrom === 'end') return (await log.horizon()).position;
  return spec.startFrom.position;
}

function loopOf(loops: readonly ShardLoop[], { source }: AppendResult): ShardLoop {
  const [only] = loops;
  const loop = source === undefined && loops.length === 1 ? only : loops.find(({ shard }) => shard === source);
  if (loop === undefined) throw new TypeError('the append is in no log of this subscription');
  return loop;
}

async function after(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms).unref());
}

/** Lets callers wait until something that changes step by step is true. */
class Progress {
  readonly #checks = new Set<() => void>();

  readonly tell = (): void => {
    for (const check of this.#checks) check();
  };

  until(isTrue: () => boolean, timeoutMs: number): Promise<void> {
    if (isTrue()) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const settle = (action: () => void) => {
        clearTimeout(timer);
        this.#checks.delete(check);
        action();
      };
      const timer = setTimeout(() => settle(() => reject(new Error('not there in time'))), timeoutMs);
      const check = () => {
        if (isTrue()) settle(resolve);
      };
      this.#checks.add(check);
    });
  }
}
