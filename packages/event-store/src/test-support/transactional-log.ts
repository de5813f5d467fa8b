import { setImmediate as nextTurn } from 'node:timers/promises';
import { ownOrigin, traceparentOf } from '@onceover/service-kit/origin';
import { LOG_START, toPosition } from '../postgres/position.ts';
import { concerns, wants } from '../subscription/concerns.ts';
import type { SubscriptionBackend } from '../subscription/open-loops.ts';
import type { OpenSubscription } from '../subscription/open-subscription.ts';
import type { Checkpoint, LogReader } from '../subscription/ports.ts';
import type { EventFilter, Position, RecordedEvent, SubscriptionSpec } from '../types.ts';

/** What a writer says about an event; everything else about it does not matter here. */
export interface Written {
  readonly type: string;
  readonly isOwned: boolean;
}

interface Entry extends Written {
  readonly xid: number;
  readonly position: Position;
}

/**
 * A log whose transactions begin, commit and end one step at a time, as in PostgreSQL: ids in the order they are asked
 * for, commits in any order, a horizon below which all have ended. After a crash, ids above the last one that left
 * anything behind are given out again.
 */
export class TransactionalLog {
  readonly source = 'boxes';
  readonly quietTypes: readonly string[];
  readonly #open = new Map<number, Entry[]>();
  readonly #followers = new Set<{ readonly filter: EventFilter; tell(upTo: Position): void }>();
  #committed: Entry[] = [];
  #nextXid = 1;
  #nextPlace = 1;
  /** The last transaction id that a crash does not forget. */
  #durableXid = 0;

  constructor(quietTypes: readonly string[]) {
    this.quietTypes = quietTypes;
  }

  get openTransactions(): readonly number[] {
    return [...this.#open.keys()];
  }

  /** Whatever it writes later, its place in the order is taken now. */
  begin(): void {
    this.#open.set(this.#nextXid++, []);
  }

  write(xid: number, event: Written): void {
    const position = toPosition({ gen: 1, xid: String(xid), pos: this.#nextPlace++ });
    this.#open.get(xid)?.push({ ...event, xid, position });
  }

  /** Returns what it wrote. */
  commit(xid: number): readonly Written[] {
    const written = this.#open.get(xid) ?? [];
    this.#open.delete(xid);
    if (written.length === 0) return [];
    this.#committed = [...this.#committed, ...written].toSorted((a, b) => (a.position < b.position ? -1 : 1));
    this.#durableXid = Math.max(this.#durableXid, xid);
    return written;
  }

  rollBack(xid: number): void {
    this.#open.delete(xid);
  }

  crash(): void {
    this.#open.clear();
    this.#nextXid = this.#durableXid + 1;
  }

  /** As a watch does: tells every follower of the last event that is not quiet, or of any, if it reads them all. */
  poll(): void {
    for (const { filter, tell } of this.#followers) {
      const end = this.#committed.findLast((entry) => !this.#isQuiet(entry) || this.#wantsQuiet(filter));
      if (end !== undefined) tell(end.position);
    }
  }

  /** As a doorbell does after a commit. */
  ring(subscription: OpenSubscription, spec: SubscriptionSpec, written: readonly Written[]): void {
    const typesOf = (isOwned: boolean) =>
      new Set(written.filter((event) => event.isOwned === isOwned).map(({ type }) => type));
    const news = { source: this.source, owned: typesOf(true), unowned: typesOf(false), events: [] };
    if (concerns(news, spec)) subscription.wake(news);
  }

  /** Positions of everything committed that a filter lets through, in order. */
  positionsFor(filter: EventFilter): Position[] {
    return this.#committed.filter((entry) => wants(filter, toEvent(entry))).map(({ position }) => position);
  }

  /** A source's part of a subscription, with a checkpoint of its own. */
  backend(): SubscriptionBackend {
    const checkpoint = this.#checkpoint();
    return {
      reader: async (_source, filter) => this.#reader(filter),
      claim: async () => ({ checkpoint }),
      start: LOG_START,
      retryMs: 1,
      claimMs: 1,
      onError: (error) => {
        throw error;
      },
    };
  }

  get #horizon(): number {
    return Math.min(this.#nextXid, ...this.#open.keys());
  }

  #reader(filter: EventFilter): LogReader {
    const wanted = () => this.#committed.filter((entry) => wants(filter, toEvent(entry)));
    const horizonPosition = () => toPosition({ gen: 1, xid: String(this.#horizon), pos: 0 });
    return {
      read: async (after, limit) => {
        const horizon = this.#horizon;
        const entries = wanted().filter(({ position, xid }) => position > after && xid < horizon);
        const events = entries.slice(0, limit).map(toEvent);
        const upTo = events.length === limit ? (events.at(-1)?.position ?? LOG_START) : horizonPosition();
        const hidden = wanted().findLast(({ xid }) => xid >= horizon)?.position;
        // The answer is on its way; much may be committed meanwhile.
        await nextTurn();
        return hidden === undefined ? { events, upTo } : { events, upTo, hidden };
      },
      horizon: async () => horizonPosition(),
      lag: async (after) => ({ events: wanted().filter(({ position }) => position > after).length, seconds: 0 }),
      last: async () => this.#committed.at(-1)?.position,
      lastOfWanted: async () => wanted().at(-1)?.position,
      follow: async (tell) => {
        const follower = { filter, tell };
        this.#followers.add(follower);
        return { [Symbol.dispose]: () => void this.#followers.delete(follower) };
      },
    };
  }

  /** Storing a position is a transaction too: its id is one that a crash does not forget. */
  #checkpoint(): Checkpoint {
    let stored = LOG_START;
    const move = (to: Position) => {
      this.#durableXid = Math.max(this.#durableXid, this.#nextXid++);
      stored = to;
    };
    return {
      get position() {
        return stored;
      },
      isLost: false,
      move: async (to) => move(to),
      reload: async () => undefined,
      halt: async () => undefined,
      release: async () => undefined,
    };
  }

  #isQuiet({ type, isOwned }: Written): boolean {
    return !isOwned && this.quietTypes.includes(type);
  }

  #wantsQuiet({ types, tenantsOnly = false }: EventFilter): boolean {
    return !tenantsOnly && (types === undefined || types.some((type) => this.quietTypes.includes(type)));
  }
}

function toEvent({ type, isOwned, position }: Entry): RecordedEvent {
  return {
    id: position,
    type,
    schemaVersion: 1,
    streamId: position,
    version: 1,
    category: 'box',
    tenantRef: isOwned ? 'somebody' : null,
    occurredAt: new Date(0),
    data: {},
    meta: {
      correlationId: 'test',
      actor: { kind: 'system' },
      ...ownOrigin('system'),
      traceparent: traceparentOf('test'),
    },
    source: 'boxes',
    position,
  };
}
