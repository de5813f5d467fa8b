import {
  type Batch,
  type CommitNews,
  createPostgresEventSource,
  LogWatch,
  OwnershipLost,
  placeAbout,
  RELAY,
  relaySchemaOf,
  type Subscription,
  type WatchEvents,
} from '@onceover/event-store';
import { NamedError, OutageError } from '@onceover/service-kit/errors';
import type { Logger } from '@onceover/service-kit/logging';
import { periodically } from '@onceover/service-kit/periodic';
import { noTelemetry, type Telemetry } from '@onceover/service-kit/telemetry';
import type { Kafka } from 'kafkajs';
import type pg from 'pg';
import { chunksOf, largestOf, type OutgoingRecord } from './chunks.ts';
import { causeOf, Publisher, PublishRefused } from './publisher.ts';
import { ensureTopics, type TopicSpec, topicEnds, withAdmin } from './topics.ts';
import { watchPublishing } from './watch-publishing.ts';

export interface RelayOptions {
  readonly kafka: Kafka;
  readonly topic: TopicSpec;
  /** Connects as the relay's role (`relayMigration`). */
  readonly pool: pg.Pool;
  /** The log: its name, and that of its schema. */
  readonly log: string;
  readonly logger: Logger;
  /** Tells of commits; where the log is written by other processes alone, it asks often. */
  readonly watch?: LogWatch;
  /** How long a relay that died keeps its log, in milliseconds. */
  readonly leaseMs?: number;
  /** How often the topic is looked at while nothing happens, in milliseconds. */
  readonly checkMs?: number;
  /** Default: nobody counts. */
  readonly telemetry?: Telemetry;
}

export interface RelayReport {
  readonly log: string;
  readonly topic: string;
  /** `standing by`: another relay of this log publishes. */
  readonly state: 'starting' | 'publishing' | 'standing by' | 'failing';
  /** Why it fails, in one line without addresses. */
  readonly failure?: string | undefined;
  readonly lag: { readonly events: number; readonly seconds: number };
  /** Of this process. */
  readonly published: number;
  readonly lastPublishedAt?: Date | undefined;
}

/** Copies a log to its topic until disposed. */
export interface Relay extends AsyncDisposable {
  /** Something was committed in this process. */
  wake(news?: CommitNews): void;
  report(): Promise<RelayReport>;
}

const MOST_EVENTS = 500;
/** A batch costs the brokers and every consumer more than its events do, and nobody sees so short a while. */
const GATHER_MS = 25;
const LEASE_MS = 5_000;
const CHECK_MS = 30_000;
/** Failures in a row that are more than a moment's; about a second. */
const WORTH_TELLING = 3;
const DAY_MS = 86_400_000;

/** The topic is not the one that was written to: the relay goes back and publishes again. */
class AnotherTopic extends NamedError {}

/**
 * Publishes a log in its order: whoever reads the topic sees what is in the log, with repeats after a failure.
 *
 * Shape    one relay of a log at a time, by lease and epoch; stretches without gaps, one batch on the way; the place moves when
 *          all partitions have acknowledged. A topic that is new or emptied gets again what it would still hold
 * Source   events reference 4
 */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  const { pool, log, topic, logger, leaseMs = LEASE_MS, watch = new LogWatch({ slowestMs: 50 }) } = options;
  const source = createPostgresEventSource({
    pool,
    schema: relaySchemaOf(log),
    logs: { [log]: log },
    leaseMs,
    watch,
    onError: (error) => work.failed(error),
  });
  const oldest = () => placeAbout(pool, log, new Date(Date.now() - topic.retentionDays * DAY_MS));
  const startAgain = async () => source.places.moveTo(RELAY, log, await oldest());
  const work = new RelayWork(options, startAgain);
  await using stack = new AsyncDisposableStack();
  stack.use(work);
  const subscription = stack.adopt(
    await source.open(
      {
        consumer: RELAY,
        sources: [log],
        startFrom: { position: await oldest() },
        maxBatch: MOST_EVENTS,
        gatherMs: GATHER_MS,
      },
      { onBatch: (batch) => work.publish(batch) },
    ),
    (open) => open.stop(),
  );
  const tellPart = partTeller(options);
  const check = async () => {
    tellPart(subscription);
    if (subscription.state !== 'running') return;
    const [place = {}] = await source.places.list(RELAY);
    await work.check(place);
  };
  const { checkMs = CHECK_MS } = options;
  stack.use(periodically(() => check().catch(work.failed), { everyMs: checkMs, log: logger, failure: '' }));
  const owned = stack.move();
  return {
    wake: source.wake,
    report: () => work.report(subscription),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Says once what this relay is to its log, and again when that changes. */
function partTeller({ log, topic, logger }: RelayOptions) {
  let told: boolean | undefined;
  return ({ state }: Pick<Subscription, 'state'>): void => {
    const publishes = state === 'running';
    if (publishes === told) return;
    told = publishes;
    const message = publishes ? 'this relay publishes the log' : 'another relay publishes the log; this one stands by';
    logger.info({ log, topic: topic.name }, message);
  };
}

type Place = Pick<Batch, 'bookmark'>;

interface Topic {
  readonly cluster: string;
  /** How many records have ever been written to it. */
  readonly written: bigint;
  /** It was made just now. */
  readonly isNew: boolean;
}

/** A topic never has fewer records behind it than it had. */
function isAnother({ cluster, written, isNew }: Topic, { bookmark }: Place): boolean {
  return bookmark !== undefined && (isNew || bookmark.cluster !== cluster || BigInt(bookmark.offset) > written);
}

/** What a relay does with the batches of its log; it outlives producers. */
class RelayWork implements AsyncDisposable {
  readonly #options: RelayOptions;
  readonly #startAgain: () => Promise<void>;
  readonly #publisher: Publisher;
  readonly #watch: WatchEvents;
  #cluster = '';
  /** At least as many records have ever been written to the topic. */
  #written = 0n;
  #working: Promise<void> = Promise.resolve();
  #published = 0;
  #lastPublishedAt: Date | undefined;
  #failure: string | undefined;
  /** In a row. */
  #failures = 0;

  constructor(options: RelayOptions, startAgain: () => Promise<void>) {
    this.#options = options;
    this.#startAgain = startAgain;
    this.#publisher = new Publisher(options.kafka, options.topic.name);
    this.#watch = watchPublishing(options.log, options.topic.name, options.telemetry ?? noTelemetry);
  }

  publish(batch: Batch): Promise<void> {
    return this.#alone(() => this.#publish(batch));
  }

  async #publish(batch: Batch): Promise<void> {
    if (!this.#publisher.isConnected) await this.#connect(batch);
    for (const { records, end } of chunksOf(batch.events, this.#publisher.run)) {
      const sent = records.map(({ event }) => event);
      await this.#watch(sent, () => this.#send(records));
      this.#written += BigInt(records.length);
      await batch.ack(end, undefined, { cluster: this.#cluster, offset: String(this.#written) });
      this.#worked(records.length);
    }
  }

  /** While nothing happens: a topic that was lost is filled again, and one that is missing is made. */
  check(place: Place): Promise<void> {
    return this.#alone(async () => {
      if (isAnother(await this.#look(), place)) await this.#goBack();
      if (this.#publisher.isConnected) this.#worked(0);
    });
  }

  /** Nothing is on its way while a topic is made: kafkajs would try it again, and put what is later first. */
  async #alone(work: () => Promise<void>): Promise<void> {
    const before = this.#working;
    const now = before.then(work);
    this.#working = now.catch(() => undefined);
    return now;
  }

  async report(subscription: Pick<Subscription, 'state' | 'lag'>): Promise<RelayReport> {
    const { log, topic } = this.#options;
    const states = {
      starting: 'standing by',
      running: 'publishing',
      halted: 'failing',
      stopped: 'standing by',
    } as const;
    return {
      log,
      topic: topic.name,
      state: this.#failure === undefined ? states[subscription.state] : 'failing',
      failure: this.#failure,
      lag: await subscription.lag(),
      published: this.#published,
      lastPublishedAt: this.#lastPublishedAt,
    };
  }

  /** Says a cause once, however often it is tried again. */
  readonly failed = (error: unknown): void => {
    // Whoever has the log now says how it is.
    if (error instanceof OwnershipLost) this.#failure = undefined;
    if (error instanceof OwnershipLost || error instanceof AnotherTopic) return;
    this.#failures += 1;
    // A partition that gets another leader, or a topic its first, fails once or twice.
    if (error instanceof OutageError && this.#failures < WORTH_TELLING) return;
    const failure = causeOf(error);
    if (failure === this.#failure) return;
    this.#failure = failure;
    const { log, topic, logger } = this.#options;
    logger.error(
      { err: error, log, topic: topic.name, cause: failure },
      'a log cannot be published; its events wait in the log',
    );
  };

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#publisher[Symbol.asyncDispose]();
  }

  async #connect(place: Place): Promise<void> {
    const topic = await this.#look();
    if (isAnother(topic, place)) await this.#goBack();
    this.#cluster = topic.cluster;
    this.#written = topic.written;
    await this.#publisher.connect();
  }

  async #look(): Promise<Topic> {
    const { kafka, topic } = this.#options;
    return await withAdmin(kafka, async (admin) => {
      const made = await ensureTopics(admin, [topic]);
      // Brokers that have just made it may not know yet who leads it.
      if (made.length > 0) return { isNew: true, cluster: (await admin.describeCluster()).clusterId, written: 0n };
      const ends = await topicEnds(admin, topic.name);
      if (ends === undefined) throw new AnotherTopic('the topic was deleted a moment ago');
      return {
        isNew: false,
        cluster: ends.cluster,
        written: ends.partitions.reduce((sum, { high }) => sum + high, 0n),
      };
    });
  }

  async #goBack(): Promise<never> {
    const { log, topic, logger } = this.#options;
    await this.#startAgain();
    await this.#publisher[Symbol.asyncDispose]();
    logger.warn(
      { log, topic: topic.name, days: topic.retentionDays },
      'the topic is new or was emptied: what it should hold is published again',
    );
    throw new AnotherTopic('the topic was emptied');
  }

  async #send(records: readonly OutgoingRecord[]): Promise<void> {
    try {
      await this.#publisher.publish(records.map(({ record }) => record));
    } catch (error) {
      if (error instanceof PublishRefused) throw new PublishRefused(error.word, error, largestOf(records));
      throw error;
    }
  }

  #worked(count: number): void {
    const { log, topic, logger } = this.#options;
    if (this.#failure !== undefined) logger.info({ log, topic: topic.name }, 'the log is published again');
    this.#failure = undefined;
    this.#failures = 0;
    if (count === 0) return;
    this.#published += count;
    this.#lastPublishedAt = new Date();
  }
}
