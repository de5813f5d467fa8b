import { ConfigError } from '@onceover/service-kit/config';
import type { Consumer, Kafka, KafkaMessage } from 'kafkajs';
import { within } from './connection.ts';
import { brokersWord, kafkaFailure, kafkaOutage } from './failures.ts';
import { requirePartitions, type TopicSpec, withAdmin } from './topics.ts';

export interface Partition {
  readonly topic: string;
  readonly partition: number;
}

export interface GroupMemberOptions {
  readonly kafka: Kafka;
  readonly group: string;
  readonly topics: readonly TopicSpec[];
  /** The partitions that are this member's from now on; called at every change, before anything is fetched. */
  onAssigned(partitions: readonly Partition[]): void;
  /** Records in the order of their partition, and the offset behind its last one. */
  onRecords(partition: Partition, messages: readonly KafkaMessage[], end: bigint): void;
  /** It cannot be a member now; it tries again until it is closed. */
  onFailure(error: unknown): void;
}

/**
 * The broker takes a member that was killed for gone after so long, and gives nothing of its group to anybody meanwhile, also
 * after it was restarted itself. Brokers allow nothing shorter unless they are told to.
 */
const SESSION_MS = 6_000;
const HEARTBEAT_MS = 2_000;
const REBALANCE_MS = 60_000;
/** How long a fetch waits at the broker for something to come, and so how long a stop may take. */
const WAIT_MS = 500;
/**
 * Pause before the next fetch where a topic has no more: a fetch that finds a record or two costs the broker and this process as
 * much as one that finds fifty. Partitions have transactions of their own too, which few events in each would make dear.
 */
const GATHER_MS = 25;
const BYTES_PER_PARTITION = 256 * 1024;
const CONNECT_MS = 20_000;
const CLOSE_MS = 5_000;
/** Without a fetch for so long it hangs: kafkajs has been seen to after a broker had throttled it. */
const STUCK_MS = 20_000;
const RETRY_MS = [500, 1_000, 2_000] as const;

/**
 * A member of a consumer group, which is given partitions to read. It keeps no offsets: whoever reads says where to begin.
 * When the client gives up, of which kafkajs tells in an event and is silent then, a new one takes its place.
 *
 * Source   events reference 12.1
 */
export class GroupMember implements AsyncDisposable {
  readonly #options: GroupMemberOptions;
  readonly #closed = new AbortController();
  #consumer: Consumer | undefined;
  #restarts = 0;
  #fetchedAt = 0;
  #cluster = '';
  #isJoined = false;
  /** No rebalance is under way, as far as is known here. */
  #isDivided = false;
  readonly #life: Promise<void>;

  constructor(options: GroupMemberOptions) {
    this.#options = options;
    this.#life = this.#live();
  }

  /** Of the brokers that it was connected to last; empty before the first time. */
  get cluster(): string {
    return this.#cluster;
  }

  /** Whether it belongs to the group, as far as is known here. */
  get isJoined(): boolean {
    return this.#isJoined;
  }

  seek({ topic, partition }: Partition, offset: string): void {
    this.#ask((consumer) => consumer.seek({ topic, partition, offset }));
  }

  pause({ topic, partition }: Partition): void {
    this.#ask((consumer) => consumer.pause([{ topic, partitions: [partition] }]));
  }

  resume({ topic, partition }: Partition): void {
    this.#ask((consumer) => consumer.resume([{ topic, partitions: [partition] }]));
  }

  /** A client that is not in the group, yet or any more, refuses; once it is, it is given its partitions and told again. */
  #ask(ask: (consumer: Consumer) => void): void {
    if (this.#consumer === undefined) return;
    try {
      ask(this.#consumer);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'KafkaJSNonRetriableError') throw error;
    }
  }

  /** For tools that show how far a group has got; nothing here reads it. */
  async showProgress(offsets: readonly (Partition & { readonly offset: string })[]): Promise<void> {
    await this.#consumer?.commitOffsets([...offsets]).catch(() => undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed.abort();
    await this.#life;
  }

  /** One client after the other, until closed. */
  async #live(): Promise<void> {
    const { signal } = this.#closed;
    while (!signal.aborted) {
      const ended = Promise.withResolvers<void>();
      const end = () => ended.resolve();
      signal.addEventListener('abort', end);
      try {
        // Whoever closes it does not wait for brokers that are away.
        await Promise.race([this.#join(end), ended.promise]);
        await ended.promise;
      } catch (error) {
        this.#tell(error);
      } finally {
        signal.removeEventListener('abort', end);
        await this.#leave();
      }
      await pause(RETRY_MS[Math.min(this.#restarts, RETRY_MS.length - 1)] ?? 0, signal);
      this.#restarts += 1;
    }
  }

  async #join(end: () => void): Promise<void> {
    const { kafka, topics, onRecords } = this.#options;
    const { signal } = this.#closed;
    this.#cluster = await withAdmin(kafka, async (admin) => {
      await requirePartitions(admin, topics);
      return (await admin.describeCluster()).clusterId;
    });
    if (signal.aborted) return;
    const consumer = this.#client(end);
    this.#consumer = consumer;
    await within(CONNECT_MS, consumer.connect());
    await within(CONNECT_MS, consumer.subscribe({ topics: topics.map(({ name }) => name), fromBeginning: true }));
    await within(
      CONNECT_MS,
      consumer.run({
        autoCommit: false,
        partitionsConsumedConcurrently: PARTITIONS_AT_ONCE,
        async eachBatch({ batch: { topic, partition, messages, highWatermark }, isStale }) {
          if (!isStale()) onRecords({ topic, partition }, messages, BigInt(highWatermark));
          const isAtEnd = BigInt(messages.at(-1)?.offset ?? highWatermark) + 1n >= BigInt(highWatermark);
          if (isAtEnd) await pause(GATHER_MS, signal);
        },
      }),
    );
  }

  #client(end: () => void): Consumer {
    const { kafka, group, onAssigned } = this.#options;
    const consumer = kafka.consumer({
      groupId: group,
      sessionTimeout: SESSION_MS,
      heartbeatInterval: HEARTBEAT_MS,
      rebalanceTimeout: REBALANCE_MS,
      maxWaitTimeInMs: WAIT_MS,
      minBytes: 1,
      maxBytesPerPartition: BYTES_PER_PARTITION,
      allowAutoTopicCreation: false,
      // Left to kafkajs, a failure that it takes for final would stop it without a word.
      retry: { retries: 5, restartOnFailure: async () => false },
    });
    const watch = setInterval(() => {
      // Until the group is divided, a member waits for the others, and fetches nothing.
      const mostMs = this.#isDivided ? STUCK_MS : REBALANCE_MS;
      if (Date.now() - this.#fetchedAt > mostMs) end();
    }, HEARTBEAT_MS);
    this.#fetchedAt = Date.now();
    this.#isDivided = false;
    consumer.on(consumer.events.FETCH, () => {
      this.#fetchedAt = Date.now();
    });
    consumer.on(consumer.events.REBALANCING, () => {
      this.#isDivided = false;
    });
    consumer.on(consumer.events.DISCONNECT, () => clearInterval(watch));
    consumer.on(consumer.events.CRASH, ({ payload: { error } }) => {
      this.#tell(error);
      end();
    });
    consumer.on(consumer.events.GROUP_JOIN, ({ payload: { memberAssignment } }) => {
      this.#restarts = 0;
      this.#fetchedAt = Date.now();
      this.#isDivided = true;
      this.#isJoined = true;
      onAssigned(
        Object.entries(memberAssignment).flatMap(([topic, numbers]) =>
          numbers.map((partition) => ({ topic, partition })),
        ),
      );
    });
    return consumer;
  }

  async #leave(): Promise<void> {
    const consumer = this.#consumer;
    this.#consumer = undefined;
    this.#isJoined = false;
    if (consumer !== undefined) await within(CLOSE_MS, consumer.disconnect()).catch(() => undefined);
  }

  #tell(error: unknown): void {
    const isStarting = BROKERS_START.has(brokersWord(error) ?? '') && this.#restarts < STARTS;
    if (!isStarting) this.#options.onFailure(this.#explained(error));
  }

  #explained(error: unknown): unknown {
    if (error instanceof ConfigError) return error;
    const names = this.#options.topics.map(({ name }) => name).join(', ');
    if (brokersWord(error) === 'UNKNOWN_TOPIC_OR_PARTITION') {
      return kafkaOutage(
        new Error(`one of the topics ${names} is not there: start the relay of its log, which makes it`, {
          cause: error,
        }),
      );
    }
    if (!isUnreadable(error)) return kafkaFailure(error);
    return new ConfigError([
      `one of the topics ${names} has records that are compressed in a way that this client cannot read: set its compression.type to producer or gzip, and delete the topic, which its relay makes and fills again`,
    ]);
  }
}

/** kafkajs has no codec for it. */
function isUnreadable(error: unknown): boolean {
  return error instanceof Error && (error.name === 'KafkaJSNotImplemented' || isUnreadable(error.cause));
}

/** What brokers say of groups for a moment after they have started. It is told if it stays. */
const BROKERS_START = new Set([
  'GROUP_LOAD_IN_PROGRESS',
  'GROUP_COORDINATOR_NOT_AVAILABLE',
  'NOT_COORDINATOR_FOR_GROUP',
]);
const STARTS = 2;

/** Taking records costs no time, so no partition has to wait for another. */
const PARTITIONS_AT_ONCE = 16;

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    if (signal.aborted) done();
    else signal.addEventListener('abort', done);
  });
}
