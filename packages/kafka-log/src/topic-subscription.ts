import {
  type BatchSink,
  HaltSubscription,
  type Position,
  type Subscription,
  type SubscriptionSpec,
} from '@onceover/event-store';
import { Progress, refuseMalformed } from '@onceover/event-store/source-parts';
import { GroupMember, type Partition } from './group-member.ts';
import { type TopicBackend, TopicShard } from './topic-shard.ts';
import { type PartitionEnds, type TopicSpec, topicEnds, withAdmin } from './topics.ts';

/** Opening waits so long for the first partitions: brokers that are away hold nobody up. */
const OPEN_MS = 3_000;
const SHOW_MS = 5_000;
const ASK_MS = 50;
const ELSEWHERE_MS = 200;
const LOOK_MS = 60_000;
const DEFAULT_DRAIN_MS = 5_000;
const DEFAULT_CATCH_UP_MS = 30_000;

/** A subscription over the topics of one or more logs; every partition that the group gives it is a loop of its own. */
export async function openTopicSubscription(
  backend: TopicBackend,
  spec: SubscriptionSpec,
  sink: BatchSink,
): Promise<Subscription> {
  refuseMalformed(spec);
  const open = new TopicSubscription(await atTheEndOfNow(backend, spec), spec, sink);
  await open.opened();
  return {
    get state() {
      return open.state;
    },
    lag: () => open.lag(),
    waitFor: (after, timeoutMs) => open.waitFor(after, timeoutMs),
    catchUp: (timeoutMs) => open.catchUp(timeoutMs),
    stop: (options) => open.stop(options),
  };
}

/** Whoever begins at the end begins at that of now, however late partitions are given out. */
async function atTheEndOfNow(backend: TopicBackend, { startFrom, sources }: SubscriptionSpec): Promise<TopicBackend> {
  if (startFrom !== 'end') return backend;
  const { owners, onError } = backend;
  const ends = new Map<string, Position>();
  for (const source of sources) {
    const end = await owners.horizon(source).catch(onError);
    if (end !== undefined) ends.set(source, end);
  }
  const horizon = async (source: string) => ends.get(source) ?? owners.horizon(source);
  return { ...backend, owners: { ...owners, horizon } };
}

class TopicSubscription {
  readonly #backend: TopicBackend;
  readonly #spec: SubscriptionSpec;
  readonly #sink: BatchSink;
  readonly #progress = new Progress();
  readonly #shards = new Map<string, TopicShard>();
  readonly #sources: ReadonlyMap<string, { readonly source: string; readonly topic: TopicSpec }>;
  readonly #member: GroupMember;
  readonly #clock: NodeJS.Timeout;
  readonly #lookout: NodeJS.Timeout;
  #isAssigned = false;
  #stopped: Promise<void> | undefined;

  constructor(backend: TopicBackend, spec: SubscriptionSpec, sink: BatchSink) {
    this.#backend = backend;
    this.#spec = spec;
    this.#sink = sink;
    this.#sources = new Map(
      spec.sources.map((source) => {
        const topic = backend.topics[source];
        if (topic === undefined) throw new TypeError('unknown source');
        return [topic.name, { source, topic }];
      }),
    );
    this.#member = new GroupMember({
      kafka: backend.kafka,
      group: `${backend.groupPrefix}${spec.consumer}`,
      topics: [...this.#sources.values()].map(({ topic }) => topic),
      onAssigned: (partitions) => this.#divide(partitions),
      onRecords: (partition, messages, end) => this.#shards.get(keyOf(partition))?.take(messages, end),
      onFailure: backend.onError,
    });
    this.#clock = setInterval(() => this.#showProgress(), SHOW_MS).unref();
    // That the brokers are away is told by the member.
    this.#lookout = setInterval(() => void this.#look().catch(() => undefined), backend.lookMs ?? LOOK_MS).unref();
  }

  async opened(): Promise<void> {
    const hasBegun = () => this.#isAssigned && [...this.#shards.values()].every(({ hasBegun }) => hasBegun);
    await this.#progress.until(hasBegun, OPEN_MS).catch(() => undefined);
  }

  get state(): Subscription['state'] {
    const shards = [...this.#shards.values()];
    if (this.#stopped !== undefined) return 'stopped';
    if (shards.some(({ isHalted }) => isHalted)) return 'halted';
    const isReading = this.#member.isJoined && shards.length > 0;
    return isReading && shards.every(({ isOwner }) => isOwner) ? 'running' : 'starting';
  }

  async lag(): Promise<{ events: number; seconds: number }> {
    const lags = await Promise.all([...this.#shards.values()].map((shard) => shard.lag()));
    return {
      events: lags.reduce((sum, { events }) => sum + events, 0),
      seconds: Math.max(0, ...lags.map(({ seconds }) => seconds)),
    };
  }

  async waitFor(
    { position, source = this.#spec.sources[0] }: Parameters<Subscription['waitFor']>[0],
    timeoutMs: number,
  ) {
    if (source === undefined || !this.#spec.sources.includes(source)) {
      throw new TypeError('the append is not in any log of this subscription');
    }
    await this.#reach(source, position, performance.now() + timeoutMs);
  }

  async catchUp(timeoutMs = DEFAULT_CATCH_UP_MS): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    const reach = async (source: string) => {
      const last = await this.#backend.owners.last(source);
      if (last !== undefined) await this.#reach(source, last, deadline);
    };
    await Promise.all(this.#spec.sources.map(reach));
  }

  stop({ drainMs = DEFAULT_DRAIN_MS }: { drainMs?: number } = {}): Promise<void> {
    this.#stopped ??= this.#stop(drainMs);
    return this.#stopped;
  }

  /** First published, then fetched and handled: a record that is not on the topic yet cannot be waited for there. */
  async #reach(source: string, last: Position, deadline: number): Promise<void> {
    const { owners, kafka, topics } = this.#backend;
    const left = () => Math.max(0, deadline - performance.now());
    while (((await owners.published(source)) ?? '') < last) {
      if (left() === 0) throw new Error('timed out while waiting');
      await new Promise((resolve) => setTimeout(resolve, ASK_MS));
    }
    const name = topics[source]?.name ?? '';
    const ends = await withAdmin(kafka, (admin) => topicEnds(admin, name));
    const partitions = ends?.partitions ?? [];
    const shardOf = (partition: number) => this.#shards.get(keyOf({ topic: name, partition }));
    for (const [partition, end] of partitions.entries()) shardOf(partition)?.look(end);
    let elsewhere: ReadonlyMap<number, bigint> = new Map();
    const isReached = (end: PartitionEnds, partition: number) => {
      const shard = shardOf(partition);
      if (shard?.hasReached(end) === true) return true;
      return shard?.isOwner !== true && (end.high === 0n || (elsewhere.get(partition) ?? 0n) >= end.high);
    };
    const areReached = () => ends !== undefined && partitions.every(isReached);
    // What other members have done is in their checkpoints alone.
    while (partitions.some((_, partition) => shardOf(partition)?.isOwner !== true) && left() > 0 && !areReached()) {
      elsewhere = await this.#offsetsOf(source, ends?.cluster);
      await this.#progress.until(areReached, Math.min(left(), ELSEWHERE_MS)).catch(ignoreTimeout);
    }
    await this.#progress.until(areReached, left());
  }

  /** How far the checkpoints are, by partition. */
  async #offsetsOf(source: string, cluster: string | undefined): Promise<ReadonlyMap<number, bigint>> {
    const places = await this.#backend.places.list(this.#spec.consumer);
    return new Map(
      places.flatMap(({ source: of, shard, bookmark }) =>
        of === source && bookmark?.cluster === cluster && bookmark !== undefined
          ? [[shard, BigInt(bookmark.offset)]]
          : [],
      ),
    );
  }

  /** What was trimmed or made anew is noticed also while nothing is published. */
  async #look(): Promise<void> {
    const { kafka } = this.#backend;
    await withAdmin(kafka, async (admin) => {
      for (const topic of this.#sources.keys()) {
        const ends = await topicEnds(admin, topic);
        for (const [partition, end] of (ends?.partitions ?? []).entries())
          this.#shards.get(keyOf({ topic, partition }))?.look(end);
      }
    });
  }

  /** Called while the group waits for this member to go on: it only takes note. */
  #divide(partitions: readonly Partition[]): void {
    const mine = new Map(partitions.map((partition) => [keyOf(partition), partition]));
    for (const [key, shard] of this.#shards) {
      if (mine.has(key)) shard.rejoin();
      else {
        this.#shards.delete(key);
        void this.#leave([shard], DEFAULT_DRAIN_MS);
      }
    }
    for (const [key, partition] of mine) if (!this.#shards.has(key)) this.#take(key, partition);
    this.#isAssigned = true;
    this.#progress.tell();
  }

  #take(key: string, partition: Partition): void {
    const topic = this.#sources.get(partition.topic);
    if (topic === undefined || this.#stopped !== undefined) return;
    const shard = new TopicShard({
      ...topic,
      partition,
      isNew: !this.#isAssigned,
      backend: this.#backend,
      spec: this.#spec,
      sink: this.#sink,
      member: this.#member,
      onProgress: this.#progress.tell,
    });
    this.#shards.set(key, shard);
    shard.open();
    void this.#sink.onAssigned?.([shard.name]);
  }

  async #leave(shards: readonly TopicShard[], drainMs: number): Promise<void> {
    await Promise.all(shards.map((shard) => shard.close(drainMs)));
    await this.#sink.onRevoked?.(shards.map(({ name }) => name));
  }

  async #stop(drainMs: number): Promise<void> {
    clearInterval(this.#clock);
    clearInterval(this.#lookout);
    this.#progress.tell();
    await this.#leave([...this.#shards.values()], drainMs);
    await this.#member[Symbol.asyncDispose]();
  }

  #showProgress(): void {
    const offsets = [...this.#shards.values()].flatMap((shard) => shard.progress());
    if (offsets.length > 0) void this.#member.showProgress(offsets);
  }
}

function keyOf({ topic, partition }: Partition): string {
  return `${topic}/${partition}`;
}

function ignoreTimeout(error: unknown): void {
  if (error instanceof HaltSubscription) throw error;
}
