import type { BinaryEvent, KeptEvent } from '@onceover/schema/events/cloud-event';
import { binaryEventOf, cloudEventOf } from '@onceover/schema/events/cloud-event';
import type { Logger } from '@onceover/service-kit/logging';
import { endings, type Telemetry, timed } from '@onceover/service-kit/telemetry';

/** A partner's events after those that are on its topic, of one moment. */
export interface UnpublishedEvents {
  /** Events up to this position are on the topic. */
  readonly published: number;
  /** Those up to this one were deleted before they were published: nobody could for 30 days. */
  readonly lost: number | null;
  /** In order; at most so many as were asked for. */
  readonly events: readonly KeptEvent[];
  /** How far the topic is filled once these are on it. */
  readonly upTo: number;
}

export interface TopicPlaces {
  /** Those that get something: not of accounts that are disabled. */
  list(): Promise<readonly { readonly partnerRef: string; readonly isBehind: boolean }[]>;
  /** Runs `work`, or nothing where another process fills this topic. */
  alone(partnerRef: string, work: () => Promise<void>): Promise<void>;
  /** Null: the topic was taken away, or gets nothing now. */
  read(partnerRef: string, most: number): Promise<UnpublishedEvents | null>;
  /** False: somebody else has moved it, or taken it away. */
  move(partnerRef: string, from: number, to: number): Promise<boolean>;
  /** Back to before the oldest event that a topic still holds; never forward. */
  startAgain(partnerRef: string, topicDays: number): Promise<void>;
  /** Events that are not on their topics, and the age of the oldest in seconds. */
  lag(): Promise<{ readonly events: number; readonly seconds: number }>;
}

export interface TopicRecord extends BinaryEvent {
  readonly at: Date;
}

/** The topics of partners at the brokers. */
export interface PartnerTopics {
  /** How many days a topic holds an event. */
  readonly days: number;
  /** Makes a topic that is missing. `beforeMade` runs first, so that a new one is filled from its beginning whatever happens. */
  make(partnerRef: string, beforeMade: () => Promise<void>): Promise<void>;
  /** All of them, or it throws and the same are given again. */
  publish(partnerRef: string, records: readonly TopicRecord[]): Promise<void>;
  /** Gives back what is held for a topic, if anything. */
  letGo(partnerRef: string): Promise<void>;
  /** Why something failed, in one line for whoever can mend it. */
  causeOf(error: unknown): string;
}

export interface FillingPorts {
  readonly places: TopicPlaces;
  readonly topics: PartnerTopics;
  readonly siteOrigin: string;
  readonly log: Logger;
  readonly telemetry: Telemetry;
  /** The time in milliseconds. */
  readonly now: () => number;
  /** How long a topic that has failed rests before it is tried again, in milliseconds; twice as long each time, and half a minute at most. */
  readonly restMs: number;
}

const MOST_EVENTS = 200;
/** Of the values of one batch; one event has 16 KB at most. */
const MOST_BYTES = 256 * 1024;
/** How long a topic that nothing happens on keeps its connection. */
const QUIET_MS = 60_000;
const LONGEST_REST_MS = 30_000;
/** Failures in a row that are more than a moment's. */
const WORTH_TELLING = 3;

/** How one topic does in this process. */
interface TopicState {
  isBusy: boolean;
  /** Something has happened since it was begun. */
  isDue: boolean;
  isMade: boolean;
  usedAt: number;
  failures: number;
  failure: string | undefined;
  restUntil: number;
}

/**
 * Puts events of partners on their topics, each topic in its order: at least once, and with repeats after a failure, by which no place is
 * moved that was not acknowledged.
 *
 * Shape    one process fills a topic at a time; whoever loses it while it writes finds the place moved, and stops: what it wrote late is a
 *          repeat. One topic that fails holds up no other
 * Source   events 4, 9
 */
export class TopicFilling implements AsyncDisposable {
  readonly #ports: FillingPorts;
  readonly #states = new Map<string, TopicState>();
  readonly #working = new Set<Promise<void>>();
  readonly #tell: ReturnType<typeof tellersOf>;
  #isStopped = false;
  #isListed = true;

  constructor(ports: FillingPorts) {
    this.#ports = ports;
    this.#tell = tellersOf(ports.telemetry);
  }

  /** Begins whatever is to be done, and waits for none of it. Returns which topics there are. */
  async look(): Promise<readonly string[]> {
    const found = await this.#list();
    const refs = new Set(found.map(({ partnerRef }) => partnerRef));
    for (const gone of [...this.#states.keys()].filter((ref) => !refs.has(ref))) this.#forget(gone);
    for (const { partnerRef, isBehind } of found) this.#consider(partnerRef, isBehind);
    return [...refs];
  }

  /** Why topics cannot be filled, one line for each. */
  get failures(): readonly string[] {
    return [...this.#states.values()].flatMap(({ failure }) => failure ?? []);
  }

  /** Why nothing can be filled; undefined: at least one topic can, or there is none. A topic may fail alone, by what is wrong with it. */
  get standstill(): string | undefined {
    if (!this.#isListed) return 'they cannot be listed';
    const { failures } = this;
    return failures.length === this.#states.size ? failures[0] : undefined;
  }

  /** Waits for what is in hand. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#working);
    await Promise.all([...this.#states.keys()].map((ref) => this.#ports.topics.letGo(ref)));
  }

  async #list() {
    try {
      const found = await this.#ports.places.list();
      this.#isListed = true;
      return found;
    } catch (error) {
      this.#isListed = false;
      throw error;
    }
  }

  #consider(partnerRef: string, isBehind: boolean): void {
    const now = this.#ports.now();
    const state = this.#states.get(partnerRef) ?? newState(now);
    this.#states.set(partnerRef, state);
    state.isDue ||= isBehind;
    if (state.isBusy || this.#isStopped || now < state.restUntil) return;
    if (!state.isMade || state.isDue) this.#begin(state, () => this.#fill(partnerRef, state));
    else if (now - state.usedAt > QUIET_MS) this.#begin(state, () => this.#ports.topics.letGo(partnerRef));
  }

  #forget(partnerRef: string): void {
    const state = this.#states.get(partnerRef);
    if (state === undefined || state.isBusy) return;
    this.#states.delete(partnerRef);
    this.#begin(state, () => this.#ports.topics.letGo(partnerRef));
  }

  #begin(state: TopicState, work: () => Promise<void>): void {
    state.isBusy = true;
    const done = work().finally(() => {
      state.isBusy = false;
      state.usedAt = this.#ports.now();
      this.#working.delete(done);
    });
    this.#working.add(done);
  }

  async #fill(partnerRef: string, state: TopicState): Promise<void> {
    const { places } = this.#ports;
    try {
      await places.alone(partnerRef, async () => {
        await this.#make(partnerRef, state);
        do {
          state.isDue = false;
          const hasMore = await this.#publishSome(partnerRef);
          state.isDue ||= hasMore;
        } while (state.isDue && !this.#isStopped);
        this.#worked(partnerRef, state);
      });
    } catch (error) {
      this.#failed(partnerRef, state, error);
    }
  }

  async #make(partnerRef: string, state: TopicState): Promise<void> {
    const { places, topics } = this.#ports;
    if (state.isMade) return;
    await topics.make(partnerRef, () => places.startAgain(partnerRef, topics.days));
    state.isMade = true;
  }

  /** Whether there may be more. */
  async #publishSome(partnerRef: string): Promise<boolean> {
    const { places, topics, siteOrigin, log } = this.#ports;
    const found = await places.read(partnerRef, MOST_EVENTS);
    if (found === null) return false;
    if (found.lost !== null) {
      const { published: from, lost: upTo } = found;
      log.error({ partnerRef, from, upTo }, 'events of a partner were deleted before they were on its topic');
    }
    let place = found.published;
    for (const events of batchesOf(found.events)) {
      const records = events.map((event) => ({ ...binaryEventOf(cloudEventOf(event, siteOrigin)), at: event.at }));
      await this.#tell.publishing(() => topics.publish(partnerRef, records));
      const to = events.at(-1)?.position ?? place;
      if (!(await places.move(partnerRef, place, to))) return false;
      this.#tell.published(records.length);
      place = to;
    }
    if (place < found.upTo && !(await places.move(partnerRef, place, found.upTo))) return false;
    return found.events.length === MOST_EVENTS;
  }

  #worked(partnerRef: string, state: TopicState): void {
    if (state.failure !== undefined) this.#ports.log.info({ partnerRef }, 'the topic of a partner is filled again');
    state.failures = 0;
    state.failure = undefined;
  }

  /** Says a cause once, however often it is tried again. */
  #failed(partnerRef: string, state: TopicState, error: unknown): void {
    const { topics, log, now, restMs } = this.#ports;
    state.failures += 1;
    state.restUntil = now() + Math.min(restMs * 2 ** (state.failures - 1), LONGEST_REST_MS);
    // What failed may have failed because the topic is gone.
    state.isMade = false;
    if (state.failures < WORTH_TELLING) return;
    const cause = topics.causeOf(error);
    if (cause === state.failure) return;
    state.failure = cause;
    log.error({ err: error, partnerRef, cause }, 'the topic of a partner cannot be filled; its events wait');
  }
}

const newState = (usedAt: number): TopicState => {
  return { isBusy: false, isDue: false, isMade: false, usedAt, failures: 0, failure: undefined, restUntil: 0 };
};

function* batchesOf(events: readonly KeptEvent[]) {
  let [batch, bytes]: [KeptEvent[], number] = [[], 0];
  for (const event of events) {
    const more = Buffer.byteLength(JSON.stringify(event.data));
    if (batch.length > 0 && bytes + more > MOST_BYTES) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(event);
    bytes += more;
  }
  if (batch.length > 0) yield batch;
}

function tellersOf({ duration, count }: Telemetry) {
  const took = duration({
    name: 'onceover_partner_topic_publish_duration_seconds',
    help: 'How long the brokers took to acknowledge events of a partner; what failed is sent again.',
    labels: { ending: endings },
  });
  const published = count({
    name: 'onceover_partner_topic_events_total',
    help: 'Events that were put on topics of partners.',
    labels: {},
  });
  return {
    publishing: (work: () => Promise<void>) => timed(work, (ending, seconds) => took({ ending }, seconds)),
    published: (events: number) => published({}, events),
  };
}
