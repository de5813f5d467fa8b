import {
  type Bookmark,
  type EventFilter,
  type EventHistory,
  MOST_AT_ONCE,
  type Position,
  type RecordedEvent,
} from '@onceover/event-store';
import { type Page, type ShardReader, wants } from '@onceover/event-store/source-parts';
import type { KafkaMessage } from 'kafkajs';
import { eventOf, type ForeignRecord, keyOf, partitionOf, signsOf } from './record.ts';
import type { PartitionEnds } from './topics.ts';

export interface PartitionReaderOptions {
  readonly source: string;
  readonly partition: number;
  /** Of the topic. */
  readonly partitions: number;
  readonly filter: EventFilter;
  /** Of the log's owner: what the topic no longer has. */
  readonly history: Pick<EventHistory, 'read'>;
  /** So many events may be fetched and not handled yet; more are not fetched meanwhile. */
  readonly room: number;
  /** The cluster that the topic is in now. */
  cluster(): string;
  /** Records have come, up to here. */
  onNews(upTo: Position): void;
  /** A record has come that no relay has written: reading will refuse it. */
  onForeign(): void;
  /** There is room again for what has not been fetched. */
  onRoom(): void;
}

/** A record as it was fetched, not parsed. */
interface Fetched {
  readonly position: Position;
  readonly message: KafkaMessage;
}

/** A stretch of the log that the topic does not have any more. */
interface Gap {
  /** Read up to here. */
  cursor: Position;
  /** The first position behind it. */
  end: Position;
}

const MOST_BOOKMARKS = 1_000;
const MOST_COUNTED = 10_000;

/**
 * One partition of a topic as a shard of a log: what was fetched waits here, in the order of the log, until it is handled.
 *
 * Why nothing is missing: where it begins, it fetches the record before the place as well. If that one is there and not newer
 * than what has been handled, nothing lies between. If it is not, records have gone from the topic, or the topic is another one:
 * then the owner of the log says what lies between what was handled and the first record there is. Repeats and older records
 * are passed over by their positions. A run that begins in the middle of another may be a late repeat, and the first that is
 * seen: so nothing is taken to lie between two records of different runs but what the owner says.
 */
export class PartitionReader implements ShardReader {
  readonly #options: PartitionReaderOptions;
  /** From the owner's history: before everything in `#fetched`. */
  #past: readonly RecordedEvent[] = [];
  #fetched: Fetched[] = [];
  /** Everything up to here has been handed out and handled. */
  #handled: Position;
  /** Everything in this partition up to here has been seen. */
  #arrived: Position;
  /** Of the record that comes next; undefined until one has come. */
  #next: bigint | undefined;
  /** Of the record that came last. */
  #run: string | undefined;
  /** Of the topic's end, when it was last told. */
  #end = 0n;
  /** Records have been taken out of the topic since the last one that counted, as a compaction does. */
  #isHoled = false;
  #isUnsure = true;
  #isFilled = false;
  #gap: Gap | undefined;
  #foreign: ForeignRecord | undefined;
  /** Where records begin that are newer than a position, by growing position. */
  #bookmarks: { readonly position: Position; readonly offset: bigint }[] = [];

  constructor(options: PartitionReaderOptions, start: Position) {
    this.#options = options;
    this.#handled = start;
    this.#arrived = start;
  }

  /** Begins behind a position. Returns the offset to fetch from. */
  begin(position: Position, bookmark: Bookmark | undefined): string {
    this.#past = [];
    this.#fetched = [];
    this.#bookmarks = [];
    this.#gap = undefined;
    this.#handled = position;
    this.#arrived = position;
    this.#next = bookmark?.cluster === this.#options.cluster() ? BigInt(bookmark.offset) : undefined;
    return this.resume();
  }

  /** Goes on where it is, on a line that may have been to another topic. Returns the offset to fetch from. */
  resume(): string {
    this.#isUnsure = true;
    this.#isFilled = false;
    this.#foreign = undefined;
    const next = this.#next ?? 0n;
    return String(next > 0n ? next - 1n : 0n);
  }

  /** Whether nothing has come since it began: there may be no record, and still something to read in the owner's history. */
  get isUnsure(): boolean {
    return this.#isUnsure;
  }

  /** Whether what comes next is not in the topic any more: brokers say nothing of it before there is another record. */
  isOutside({ low, high }: PartitionEnds): boolean {
    return this.#next !== undefined && (this.#next < low || this.#next > high);
  }

  /** Whether it has seen what there is before the topic's end: records, or that there are none. */
  hasSeen({ low, high }: PartitionEnds): boolean {
    if (this.#isUnsure) return this.#isFilled && low === high;
    return this.next >= high;
  }

  get isFull(): boolean {
    return this.waiting >= this.#options.room;
  }

  /** How many events were fetched and are not handled yet. */
  get waiting(): number {
    return this.#fetched.length;
  }

  get arrived(): Position {
    return this.#arrived;
  }

  /** Where the topic's next record goes, as far as it has been fetched. */
  get next(): bigint {
    return this.#next ?? 0n;
  }

  /** Takes records in the order of the partition, and where the topic ends. */
  take(messages: readonly KafkaMessage[], end: bigint): void {
    this.#end = end;
    const [first] = messages;
    if (first === undefined || this.#foreign !== undefined) return;
    try {
      this.#join(first);
      for (const message of messages) this.#add(message);
    } catch (error) {
      this.#foreign = error as ForeignRecord;
      this.#options.onForeign();
    }
    this.#bookmarks.push({ position: this.#arrived, offset: this.next });
    if (this.#bookmarks.length > MOST_BOOKMARKS) this.#bookmarks.splice(0, MOST_BOOKMARKS / 2);
    this.#options.onNews(this.#arrived);
  }

  /** The topic has nothing newer: what is not in it up to there, the owner knows. */
  fillUpTo(published: Position): void {
    this.#isFilled = true;
    if (published <= this.#arrived) return;
    this.#openGap(justBehind(published));
    this.#arrived = published;
    this.#options.onNews(published);
  }

  #join(first: KafkaMessage): void {
    const { position } = signsOf(first);
    const follows = !this.#isUnsure && BigInt(first.offset) === this.#next;
    this.#isUnsure = false;
    if (position > this.#arrived && !follows) this.#openGap(position);
  }

  /** From what has been handled or waits from the history, as what was fetched and waits comes after it. */
  #openGap(end: Position): void {
    if (this.#gap === undefined) this.#gap = { cursor: this.#past.at(-1)?.position ?? this.#handled, end };
    else this.#gap.end = end;
  }

  #add(message: KafkaMessage): void {
    const { position, run, ...signs } = signsOf(message);
    const offset = BigInt(message.offset);
    const isOther = this.#run !== undefined && run !== this.#run;
    if (this.#next !== undefined && offset > this.#next) this.#isHoled = true;
    this.#run = run;
    this.#next = offset + 1n;
    if (position <= this.#arrived) return;
    if (isOther || this.#isHoled) this.#openGap(position);
    this.#isHoled = false;
    this.#arrived = position;
    if (wants(this.#options.filter, signs)) this.#fetched.push({ position, message });
  }

  async read(after: Position, limit: number): Promise<Page> {
    const wasFull = this.isFull;
    this.#handled = after;
    this.#past = this.#past.filter(({ position }) => position > after);
    this.#fetched = this.#fetched.filter(({ position }) => position > after);
    if (wasFull && !this.isFull) this.#options.onRoom();
    if (this.#gap !== undefined && this.#gap.cursor < after) this.#gap.cursor = after;
    if (this.#past.length === 0 && this.#gap !== undefined) await this.#readPast(this.#gap);
    if (this.#past.length > 0 || this.#gap !== undefined) {
      const events = this.#past.slice(0, limit);
      const last = events.at(-1)?.position;
      const isAll = events.length === this.#past.length;
      return { events, upTo: isAll ? (this.#gap?.cursor ?? last ?? after) : (last ?? after) };
    }
    const page = this.#fetched.slice(0, limit);
    if (page.length === 0 && this.#foreign !== undefined) throw this.#foreign;
    const events = this.#eventsOf(page, after);
    const isAll = events.length === this.#fetched.length;
    return { events, upTo: isAll ? this.#arrived : (events.at(-1)?.position ?? after) };
  }

  /** Those before the first record that no relay has written; throws where that is the first. */
  #eventsOf(page: readonly Fetched[], after: Position): readonly RecordedEvent[] {
    const events: RecordedEvent[] = [];
    for (const { message } of page) {
      try {
        events.push(eventOf(message, this.#options.source));
      } catch (error) {
        if (events.length > 0) return events;
        this.#standBefore(message, after, error as ForeignRecord);
        throw error;
      }
    }
    return events;
  }

  /** Nothing that it says counts, where it is in the log among it: what comes in its place is taken as if it had not been there. */
  #standBefore({ offset }: KafkaMessage, handled: Position, refusal: ForeignRecord): void {
    this.#fetched = [];
    this.#arrived = handled;
    this.#next = BigInt(offset);
    this.#bookmarks = this.#bookmarks.filter(({ position }) => position <= handled);
    this.#foreign = refusal;
  }

  /** Of every partition, because the owner knows none: those of the others are passed over. */
  async #readPast(gap: Gap): Promise<void> {
    const { source, partition, partitions, history, filter } = this.#options;
    const page = await history.read(source, gap.cursor, MOST_AT_ONCE);
    const within = page.filter(({ position }) => position < gap.end);
    this.#past = within.filter((event) => wants(filter, event) && partitionOf(keyOf(event), partitions) === partition);
    gap.cursor = within.at(-1)?.position ?? gap.cursor;
    // Only what lies behind it, or nothing at all, tells that it is read: an owner may answer with less than was asked for.
    if ((page.at(-1)?.position ?? gap.end) >= gap.end) this.#gap = undefined;
  }

  /** Where a restart may begin to fetch when everything up to there has been handled; undefined if it is not known. */
  bookmarkAt(position: Position): Bookmark | undefined {
    const exact = this.#fetched.find((fetched) => fetched.position === position);
    const known = this.#bookmarks.findLastIndex((bookmark) => bookmark.position <= position);
    const offset = exact === undefined ? this.#bookmarks[known]?.offset : BigInt(exact.message.offset) + 1n;
    if (known > 0) this.#bookmarks.splice(0, known);
    return offset === undefined ? undefined : { cluster: this.#options.cluster(), offset: String(offset) };
  }

  /** What has not been fetched is counted whole: nobody has looked at it. */
  async lag(after: Position): Promise<{ events: number; seconds: number }> {
    const past = this.#past.filter(({ position }) => position > after);
    const fetched = this.#fetched.filter(({ position }) => position > after);
    const unfetched = this.#next === undefined || this.#end < this.#next ? 0n : this.#end - this.#next;
    const now = Date.now();
    const oldest = past[0]?.occurredAt.getTime() ?? Number(fetched[0]?.message.timestamp ?? now);
    return {
      events: Math.min(past.length + fetched.length + Number(unfetched), MOST_COUNTED),
      seconds: Math.max(0, (now - oldest) / 1_000),
    };
  }

  async last(): Promise<Position> {
    return this.#arrived;
  }
}

/** Text order is log order, and positions have digits and colons alone. */
function justBehind(position: Position): Position {
  return `${position}~` as Position;
}
