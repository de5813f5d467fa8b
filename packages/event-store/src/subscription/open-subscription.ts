import type { AppendResult, BatchSink, CommitNews, Position, Subscription, SubscriptionSpec } from '../types.ts';
import { concerns } from './concerns.ts';
import { isOf, openLoops, type SubscriptionBackend } from './open-loops.ts';
import { HaltSubscription } from './ports.ts';
import { Progress } from './progress.ts';
import type { ShardLoop } from './shard-loop.ts';

export interface OpenSubscription extends Subscription {
  /** Something was committed: read at once if it concerns this subscription. Without news, it may be anything. */
  wake(news?: CommitNews): void;
}

const DEFAULT_DRAIN_MS = 5_000;
const DEFAULT_CATCH_UP_MS = 30_000;

/** A subscription over one or more logs; every shard of each is a loop of its own. */
export async function openSubscription(
  backend: SubscriptionBackend,
  spec: SubscriptionSpec,
  sink: BatchSink,
): Promise<OpenSubscription> {
  refuseMalformed(spec);
  const progress = new Progress();
  const opened = await openLoops(backend, spec, sink, progress.tell);
  const { loops } = opened;
  const shards = loops.map(({ shard }) => shard);
  await sink.onAssigned?.(shards);
  const running = Promise.all(loops.map((loop) => loop.run())).then(progress.tell);
  let stopped: Promise<void> | undefined;

  async function stop(drainMs: number): Promise<void> {
    opened[Symbol.dispose]();
    for (const loop of loops) loop.stop();
    await Promise.race([running, after(drainMs)]);
    for (const loop of loops) loop.abort();
    progress.tell();
    await Promise.all(loops.map((loop) => loop.release()));
    await sink.onRevoked?.(shards);
  }

  return {
    get state() {
      if (stopped !== undefined) return 'stopped';
      if (loops.some(({ isHalted }) => isHalted)) return 'halted';
      return loops.every(({ isOwner }) => isOwner) ? 'running' : 'starting';
    },
    async lag() {
      // The shards of one log read the same rows, so the one furthest behind decides.
      const lags = await Promise.all(spec.sources.map((source) => lagOf(loops, source)));
      return {
        events: lags.reduce((sum, { events }) => sum + events, 0),
        seconds: Math.max(0, ...lags.map(({ seconds }) => seconds)),
      };
    },
    async waitFor(append, timeoutMs) {
      const those = loopsWith(loops, spec, append);
      for (const loop of those) loop.expect(append.position);
      await progress.until(() => those.every((loop) => loop.reached >= append.position), timeoutMs);
    },
    async catchUp(timeoutMs = DEFAULT_CATCH_UP_MS) {
      const ends = await Promise.all(loops.map(async (loop) => [loop, await loop.log.lastOfWanted()] as const));
      for (const [loop, end] of ends) if (end !== undefined) loop.expect(end);
      await progress.until(() => ends.every(([loop, end]) => hasReached(loop, end)), timeoutMs);
    },
    stop: ({ drainMs = DEFAULT_DRAIN_MS } = {}) => (stopped ??= stop(drainMs)),
    wake(news) {
      if (news !== undefined && !concerns(news, spec)) return;
      for (const loop of loops) if (news === undefined || isOf(loop, news.source)) loop.wake();
    },
  };
}

/** Throws a `TypeError`. */
export function refuseMalformed({ sources, shards = 1, maxBatch, consumer }: SubscriptionSpec): void {
  if (sources.length === 0 || new Set(sources).size !== sources.length) throw new TypeError('name each source once');
  if (!Number.isInteger(shards) || shards < 1) throw new TypeError('a log has at least one shard');
  if (!Number.isInteger(maxBatch) || maxBatch < 1) throw new TypeError('a batch holds at least one event');
  if (consumer === '') throw new TypeError('a consumer has a name');
}

function loopsWith(loops: readonly ShardLoop[], spec: SubscriptionSpec, { source }: AppendResult): ShardLoop[] {
  const name = source ?? (spec.sources.length === 1 ? spec.sources[0] : undefined);
  if (name === undefined || !spec.sources.includes(name)) {
    throw new TypeError('the append is not in any log of this subscription');
  }
  return loops.filter((loop) => isOf(loop, name));
}

async function lagOf(loops: readonly ShardLoop[], source: string): Promise<{ events: number; seconds: number }> {
  const [behind] = loops.filter((loop) => isOf(loop, source)).toSorted((a, b) => (a.handled < b.handled ? -1 : 1));
  return behind === undefined ? { events: 0, seconds: 0 } : behind.lag();
}

function hasReached(loop: ShardLoop, end: Position | undefined): boolean {
  if (end === undefined || loop.reached >= end) return true;
  if (loop.isHalted) throw new HaltSubscription('the subscription halted before it could catch up');
  return false;
}

async function after(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms).unref());
}
