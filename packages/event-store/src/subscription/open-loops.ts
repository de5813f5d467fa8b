import type { BatchSink, EventFilter, Position, SubscriptionSpec } from '../types.ts';
import type { CheckpointKey, Claim, Claimant, LogReader } from './ports.ts';
import { ShardLoop } from './shard-loop.ts';

/** What a source provides: its logs, and where checkpoints are stored. */
export interface SubscriptionBackend {
  reader(source: string, filter: EventFilter): Promise<LogReader>;
  /** `start` counts only if no checkpoint exists yet. */
  claim(key: CheckpointKey, start: Position, claimant: Claimant): Promise<Claim>;
  readonly start: Position;
  readonly retryMs: number;
  readonly claimMs: number;
  onError(error: unknown): void;
}

/** The loops of a subscription, one for every shard of each log, told of every commit until disposed. */
export interface OpenLoops extends Disposable {
  readonly loops: readonly ShardLoop[];
}

export async function openLoops(
  backend: SubscriptionBackend,
  spec: SubscriptionSpec,
  sink: BatchSink,
  onProgress: () => void,
): Promise<OpenLoops> {
  const { retryMs, claimMs, onError } = backend;
  const { consumer, shards = 1 } = spec;
  const loopsOf = async (source: string) => {
    const log = await backend.reader(source, spec);
    const start = await startOf(spec, backend, log);
    const loopOf = async (number: number) => {
      const shard = shards === 1 ? source : `${source}/${number}`;
      const key = { consumer, source, shard: number };
      const claim = () => backend.claim(key, start, { isNew: false });
      const options = { shard, number, log, spec, sink, retryMs, claimMs, claim, onProgress, onError };
      return new ShardLoop(options, await backend.claim(key, start, { isNew: true }));
    };
    return await Promise.all(Array.from({ length: shards }, (_, number) => loopOf(number)));
  };
  const loops = (await Promise.all(spec.sources.map(loopsOf))).flat();
  try {
    const following = await followAll(loops);
    return { loops, [Symbol.dispose]: () => following.dispose() };
  } catch (error) {
    await Promise.all(loops.map((loop) => loop.release()));
    throw error;
  }
}

export function isOf({ shard }: ShardLoop, source: string): boolean {
  return shard === source || shard.startsWith(`${source}/`);
}

/** Where to start when no checkpoint says otherwise. `end` is the horizon: a lower xid may still be open above it. */
async function startOf(spec: SubscriptionSpec, backend: SubscriptionBackend, log: LogReader): Promise<Position> {
  if (spec.startFrom === 'beginning') return backend.start;
  if (spec.startFrom === 'end') return log.horizon();
  return spec.startFrom.position;
}

/** The loops of one log share its reader. */
async function followAll(loops: readonly ShardLoop[]): Promise<DisposableStack> {
  using stack = new DisposableStack();
  for (const [log, those] of Map.groupBy(loops, (loop) => loop.log)) {
    const tell = (upTo: Position) => {
      for (const loop of those) loop.expect(upTo);
    };
    stack.use(await log.follow(tell));
  }
  return stack.move();
}
