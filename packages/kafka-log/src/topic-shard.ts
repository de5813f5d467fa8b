import {
  type BatchSink,
  type ConsumerPlaces,
  HaltSubscription,
  type LogOwners,
  OwnershipLost,
  type Position,
  type SubscriptionSpec,
} from '@onceover/event-store';
import { type Checkpoints, type Claim, type Claimant, ShardLoop } from '@onceover/event-store/source-parts';
import type { Kafka, KafkaMessage } from 'kafkajs';
import type { GroupMember, Partition } from './group-member.ts';
import { PartitionReader } from './partition-reader.ts';
import { ForeignRecord } from './record.ts';
import { TopicCheckpoint } from './topic-checkpoint.ts';
import type { PartitionEnds, TopicSpec } from './topics.ts';

/** What all subscriptions of a source share. */
export interface TopicBackend {
  readonly kafka: Kafka;
  readonly topics: Readonly<Record<string, TopicSpec>>;
  readonly owners: LogOwners;
  readonly groupPrefix: string;
  readonly checkpoints: Checkpoints;
  readonly places: Pick<ConsumerPlaces, 'list'>;
  /** How often topics are looked at for what no record tells, in milliseconds. */
  readonly lookMs?: number;
  /** Before every event of any log. */
  readonly start: Position;
  onError(error: unknown): void;
}

export interface TopicShardOptions {
  readonly source: string;
  readonly topic: TopicSpec;
  readonly partition: Partition;
  /** The subscription has just been opened: a halt of an earlier process is tried again. */
  readonly isNew: boolean;
  readonly backend: TopicBackend;
  readonly spec: SubscriptionSpec;
  readonly sink: BatchSink;
  readonly member: GroupMember;
  onProgress(): void;
}

const LEAST_ROOM = 1_000;
const RETRY_MS = 250;
const CLAIM_MS = 1_000;
const FOREIGN_MS = 5_000;
/** When nothing has come for so long, there may be no record at all. */
const PATIENCE_MS = 1_500;

/** A partition that the group has given to this member, from then until it is taken away. */
export class TopicShard {
  readonly #options: TopicShardOptions;
  readonly #reader: PartitionReader;
  #loop: ShardLoop<PartitionReader> | undefined;
  #running: Promise<void> | undefined;
  #patience: NodeJS.Timeout | undefined;
  #again: NodeJS.Timeout | undefined;
  /** What was told of a foreign record: it is told once. */
  #foreign: string | undefined;
  #isClosed = false;
  /** Once, although a halt is kept for whoever runs. */
  #triesHalted = false;
  #shown = 0n;

  constructor(options: TopicShardOptions) {
    this.#options = options;
    const { source, topic, partition, backend, spec, member } = options;
    this.#reader = new PartitionReader(
      {
        source,
        partition: partition.partition,
        partitions: topic.partitions,
        filter: spec,
        history: backend.owners,
        // More than a batch, so that a batch is full while something waits, and the loop comes back for it.
        room: Math.max(LEAST_ROOM, 2 * spec.maxBatch),
        cluster: () => member.cluster,
        onNews: (upTo) => this.#loop?.expect(upTo),
        onForeign: () => this.#loop?.wake(),
        onRoom: () => member.resume(partition),
      },
      backend.start,
    );
  }

  get name(): string {
    return `${this.#options.source}/${this.#options.partition.partition}`;
  }

  /** Its checkpoint was found, whoever holds it. */
  get hasBegun(): boolean {
    return this.#loop !== undefined;
  }

  get isOwner(): boolean {
    return this.#loop?.isOwner === true;
  }

  get isHalted(): boolean {
    return this.#loop?.isHalted === true;
  }

  async lag(): Promise<{ events: number; seconds: number }> {
    return (await this.#loop?.lag()) ?? { events: 0, seconds: 0 };
  }

  /** Nothing is fetched before it is known from where. */
  open(): void {
    this.#options.member.pause(this.#options.partition);
    this.#running = this.#run();
  }

  take(messages: readonly KafkaMessage[], end: bigint): void {
    this.#reader.take(messages, end);
    if (this.#reader.isFull) this.#options.member.pause(this.#options.partition);
    this.#options.onProgress();
  }

  /**
   * The group was divided anew and the partition stayed: the client has forgotten where it was. Perhaps a process has started, which
   * tries what halted the consumer: it may be of a version that can handle it, or somebody has mended the cause.
   */
  rejoin(): void {
    if (this.isOwner) this.#fetchFrom(this.#reader.resume());
    this.#triesHalted = this.isHalted;
  }

  /** Throws if it is halted before the end. */
  hasReached(ends: PartitionEnds): boolean {
    const loop = this.#loop;
    if (loop === undefined) return false;
    if (this.isOwner && this.#reader.hasSeen(ends) && loop.reached >= this.#reader.arrived) return true;
    if (loop.isHalted) throw new HaltSubscription('the subscription halted before it could catch up');
    return false;
  }

  /** Where the topic ends and begins: what it has lost, no record will tell. */
  look(ends: PartitionEnds): void {
    if (!this.isOwner || this.#isClosed) return;
    if (this.#reader.isOutside(ends)) this.#fetchFrom(this.#reader.resume());
    if (ends.low === ends.high && this.#reader.isUnsure) this.#fillSoon(0);
  }

  /** Where the group's offset should be, if it has moved. */
  progress(): readonly (Partition & { readonly offset: string })[] {
    const { offset = '0' } = (this.#loop && this.#reader.bookmarkAt(this.#loop.handled)) ?? {};
    if (BigInt(offset) <= this.#shown) return [];
    this.#shown = BigInt(offset);
    return [{ ...this.#options.partition, offset }];
  }

  async close(drainMs: number): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#patience);
    clearTimeout(this.#again);
    this.#loop?.stop();
    await Promise.race([this.#running, rest(drainMs)]);
    this.#loop?.abort();
    await this.#loop?.release();
  }

  async #run(): Promise<void> {
    const claim = await this.#firstClaim();
    if (claim === undefined) return;
    const { partition, spec, sink, onProgress } = this.#options;
    const loop = new ShardLoop(
      {
        shard: this.name,
        number: partition.partition,
        log: this.#reader,
        // What a partition has is the shard: the streams of one key are not divided again.
        spec: { ...spec, shards: 1 },
        sink,
        retryMs: RETRY_MS,
        claimMs: CLAIM_MS,
        claim: () => {
          const isNew = this.#triesHalted;
          this.#triesHalted = false;
          return this.#claim({ isNew });
        },
        onProgress,
        onError: (error) => this.#tell(error),
      },
      claim,
    );
    this.#loop = loop;
    onProgress();
    if (this.#isClosed) await loop.release();
    else await loop.run();
  }

  /** The group has decided: whoever had it is not waited for. Tries until it is closed. */
  async #firstClaim(): Promise<Claim | undefined> {
    while (!this.#isClosed) {
      try {
        return await this.#claim({ isNew: this.#options.isNew, isAssigned: true });
      } catch (error) {
        this.#tell(error);
        await rest(RETRY_MS);
      }
    }
    return undefined;
  }

  async #claim(claimant: Claimant): Promise<Claim> {
    const { source, partition, spec, backend } = this.#options;
    const key = { consumer: spec.consumer, source, shard: partition.partition };
    const claim = await backend.checkpoints.claim(key, await this.#start(), claimant);
    if (!('checkpoint' in claim)) return claim;
    const { position, bookmark } = claim.checkpoint;
    this.#fetchFrom(this.#reader.begin(position, bookmark));
    return { checkpoint: new TopicCheckpoint(claim.checkpoint, (at) => this.#reader.bookmarkAt(at)) };
  }

  async #start(): Promise<Position> {
    const { source, spec, backend } = this.#options;
    if (spec.startFrom === 'beginning') return backend.start;
    return spec.startFrom === 'end' ? backend.owners.horizon(source) : spec.startFrom.position;
  }

  #fetchFrom(offset: string): void {
    const { member, partition } = this.#options;
    member.seek(partition, offset);
    member.resume(partition);
    this.#fillSoon(PATIENCE_MS);
  }

  /** Somebody may have mended the topic meanwhile. */
  #fetchAgain(): void {
    this.#again ??= setTimeout(() => {
      this.#again = undefined;
      if (this.isOwner && !this.#isClosed) this.#fetchFrom(this.#reader.resume());
    }, FOREIGN_MS).unref();
  }

  #fillSoon(ms: number): void {
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => void this.#fill(), ms).unref();
  }

  /** Tries until the owner answers, as nothing else may ever come. */
  async #fill(): Promise<void> {
    if (!this.#reader.isUnsure || this.#isClosed) return;
    try {
      const published = await this.#options.backend.owners.published(this.#options.source);
      if (published !== undefined && this.#reader.isUnsure) this.#reader.fillUpTo(published);
      this.#options.onProgress();
    } catch (error) {
      this.#tell(error);
      this.#fillSoon(PATIENCE_MS);
    }
  }

  /** That a partition was taken away is no failure. */
  #tell(error: unknown): void {
    if (error instanceof OwnershipLost && this.#isClosed) return;
    if (error instanceof ForeignRecord) this.#fetchAgain();
    const { message } = error as Error;
    if (!(error instanceof ForeignRecord) || message !== this.#foreign) this.#options.backend.onError(error);
    if (error instanceof ForeignRecord) this.#foreign = message;
  }
}

async function rest(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms).unref());
}
