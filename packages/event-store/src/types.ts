import type { Origin } from '@onceover/service-kit/origin';
import type { Knex } from 'knex';
import type { Json, NewEvent } from './domain/index.ts';

/** Opaque; comparable as text within one shard. Only the source that created it parses it. */
export type Position = string & { readonly __brand: 'Position' };

/** The version a stream must have: exactly n events, none at all, or any number. */
export type ExpectedVersion = number | 'none' | 'any';

export interface StreamRef {
  /** A UUIDv7, internal; grants nothing. */
  readonly id: string;
  readonly category: string;
}

/** Who acted: recorded when it happens and never inferred later. `anonymous` and `system` have no `ref`. */
export interface Actor {
  readonly kind: 'creator' | 'authenticated_other' | 'operator' | 'anonymous' | 'system' | 'unknown';
  readonly ref?: string;
}

export interface EventMeta extends Origin {
  readonly correlationId: string;
  readonly causationId?: string;
  readonly actor: Actor;
}

/** As readers get it: with a trace, that of the request or that of its correlation id. */
export type RecordedMeta = EventMeta & Required<Pick<EventMeta, 'traceparent'>>;

export interface CommandContext {
  /** Idempotency: the same id is executed at most once. A UUID. */
  readonly commandId: string;
  /** To whom its events belong, or null for nobody. */
  readonly tenantRef: string | null;
  readonly meta: EventMeta;
}

export interface RecordedEvent<Type extends string = string, Data extends object = Readonly<Record<string, Json>>> {
  readonly id: string;
  readonly type: Type;
  readonly schemaVersion: number;
  readonly streamId: string;
  readonly version: number;
  readonly category: string;
  readonly tenantRef: string | null;
  readonly occurredAt: Date;
  readonly data: Data;
  readonly meta: RecordedMeta;
  readonly source: string;
  readonly position: Position;
}

export interface StreamAppend {
  readonly stream: StreamRef;
  readonly expected: ExpectedVersion;
  readonly events: readonly NewEvent[];
  /** True if the last event ends the stream; sets `streams.closed_at`. */
  readonly closes?: boolean;
}

/**
 * Throws if a stream must not be given these events: the product's catalogue of events, for a store that knows none of them.
 */
export type CheckEvents = (append: Pick<StreamAppend, 'events' | 'closes'>, meta: EventMeta) => void;

/**
 * A registered, set-based write in the append's transaction. `name` is that of the SQL function
 * `<schema>.write_<name>(rows jsonb) returns void`, which gets the rows of every command of the batch at once.
 * Binary columns travel as base64 text.
 */
export interface InlineWrite {
  readonly name: string;
  readonly row: Readonly<Record<string, Json>>;
}

/**
 * A row that must match before any event is written. `name` is that of the SQL function
 * `<schema>.<kind>_<name>(rows jsonb) returns setof int`: it gets `{ord, ...row}` objects and returns the `ord`s that match.
 *
 * A `check` only reads; a `claim` also changes the row (`update … returning`). All checks of a batch run before any
 * claim, claims only for commands whose checks passed, and a command has at most one claim, so that a command that
 * fails has written nothing.
 */
export interface Guard {
  readonly kind: 'check' | 'claim';
  readonly name: string;
  readonly row: Readonly<Record<string, Json>>;
  /** What a mismatch means: another was first (`conflict`), or a key or time has moved on (`stale`: prepare again). */
  readonly onMiss: 'conflict' | 'stale';
}

/** A command as data: everything the store needs to run it, alone or in a batch with others. */
export interface AppendCommand {
  readonly context: CommandContext;
  readonly appends: readonly StreamAppend[];
  /** Names of shared advisory locks held until commit, such as `epoch:7`. */
  readonly shared?: readonly string[];
  readonly guards?: readonly Guard[];
  readonly inline?: readonly InlineWrite[];
}

export interface AppendResult {
  readonly outcome: 'appended' | 'duplicate';
  /** Version of each appended stream after the command, in order of `appends`; a duplicate has only its reference's. */
  readonly versions: readonly number[];
  readonly position: Position;
  /** The first stream the command appended to; for a duplicate, the one it wrote when it ran. */
  readonly reference?: { readonly streamId: string; readonly version: number };
  /** The log it is in. */
  readonly source?: string;
}

/** An event that was committed, as far as listeners in the same process need it. */
export interface CommittedEvent extends Pick<RecordedEvent, 'type' | 'streamId' | 'tenantRef'> {
  readonly data: object;
}

/** What one commit appended: enough for a listener to tell whether it concerns them. */
export interface CommitNews {
  /** The log it is in. */
  readonly source: string;
  /** Types of the events that belong to a tenant. */
  readonly owned: ReadonlySet<string>;
  /** Types of the events that belong to nobody. */
  readonly unowned: ReadonlySet<string>;
  /** In no order. A service may name what it changed without an event here: as the event that tells of it at other times. */
  readonly events: readonly CommittedEvent[];
}

export interface UnitOfWork {
  /** Call it once; it must be the first write of the transaction. */
  append(...appends: StreamAppend[]): Promise<AppendResult>;
  /** For what follows the append in the same transaction. */
  readonly tx: Knex.Transaction;
}

/** The write side: always PostgreSQL in production, also memory in tests. */
export interface EventStore {
  load(stream: StreamRef): Promise<{ events: readonly RecordedEvent[]; version: number }>;
  /**
   * Runs one command, perhaps in one transaction with others.
   * Throws `VersionConflict`, `StaleInput`, `OutcomeUnknown`, or an `OutageError` if the database is unavailable.
   */
  execute(command: AppendCommand): Promise<AppendResult>;
  /** Runs code between statements; never batched. Throws `DuplicateCommand` if the command id is known. */
  transact<R>(context: CommandContext, work: (uow: UnitOfWork) => Promise<R>): Promise<R>;
}

export type ShardId = string;

/** The read side: the port that every source of events implements. */
export interface EventSource {
  readonly kind: 'postgres' | 'kafka' | 'memory';
  open(subscription: SubscriptionSpec, sink: BatchSink): Promise<Subscription>;
}

/** Which events of a log are wanted; without conditions, all of them. */
export interface EventFilter {
  readonly types?: readonly string[];
  /** Only events that belong to a tenant. */
  readonly tenantsOnly?: boolean;
}

export interface SubscriptionSpec extends EventFilter {
  readonly consumer: string;
  readonly sources: readonly string[];
  readonly startFrom: 'beginning' | 'end' | { readonly position: Position };
  readonly maxBatch: number;
  /**
   * Shortest time between two reads of a shard, in milliseconds (default 5). What comes after a pause is read at once; what keeps
   * coming is gathered for so long, into fewer and larger batches.
   */
  readonly gatherMs?: number;
  /** Number of loops that divide the streams by the hash of their id; it never changes (default 1). */
  readonly shards?: number;
}

/** Where a checkpoint is in a topic. A topic can be emptied or made anew: the position is the truth, this a short cut to it. */
export interface Bookmark {
  /** The id of the cluster that has the topic. */
  readonly cluster: string;
  /** Behind a record that is not newer than the checkpoint's position: a whole number, in digits. */
  readonly offset: string;
}

export interface Batch {
  readonly shard: ShardId;
  readonly events: readonly RecordedEvent[];
  readonly signal: AbortSignal;
  /** Of what was acknowledged last; undefined where no topic is read or written. */
  readonly bookmark?: Bookmark | undefined;
  ack(upTo: Position, tx?: Knex.Transaction, bookmark?: Bookmark): Promise<void>;
}

export interface BatchSink {
  onAssigned?(shards: readonly ShardId[]): Promise<void>;
  /**
   * Resolve: everything was processed. Reject: deliver again from the first event that was not acknowledged, unless it
   * is a `HaltSubscription`.
   */
  onBatch(batch: Batch): Promise<void>;
  onCaughtUp?(shard: ShardId, position: Position): void;
  onRevoked?(shards: readonly ShardId[]): Promise<void>;
}

export interface Subscription {
  /** `starting`: another process owns a shard, and this one takes over when that one stops. */
  readonly state: 'starting' | 'running' | 'halted' | 'stopped';
  lag(): Promise<{ events: number; seconds: number }>;
  /** Resolves when everything up to the append has been delivered and acknowledged. */
  waitFor(after: AppendResult, timeoutMs: number): Promise<void>;
  /** Resolves when everything committed before the call has been handled; rejects if it halts first, or times out. */
  catchUp(timeoutMs?: number): Promise<void>;
  stop(options?: { drainMs?: number }): Promise<void>;
}

/** The event that a consumer could not handle and stands before, and why: never its data. */
export interface Halt {
  readonly eventId: string;
  readonly type: string;
  readonly position: Position;
  /** One line without keys or addresses. */
  readonly error: string;
  readonly at: Date;
}

export interface ConsumerPlace {
  readonly source: string;
  readonly shard: number;
  readonly position: Position;
  /** Who handles it now; undefined while nobody does. */
  readonly owner?: string | undefined;
  readonly halt?: Halt | undefined;
  readonly bookmark?: Bookmark | undefined;
  /** When it moved last, or changed hands. */
  readonly movedAt?: Date | undefined;
}

export interface ConsumerPlaces {
  /** Of a consumer that has never run, none. */
  list(consumer: string): Promise<readonly ConsumerPlace[]>;
  /** As `list`; nobody moves the consumer until the transaction ends. */
  hold(tx: Knex.Transaction, consumer: string): Promise<readonly ConsumerPlace[]>;
  /**
   * Moves a consumer that is halted on this event past it, in a transaction; whoever runs it goes on from there. Returns
   * where it stood, or undefined if it is not halted on it.
   */
  passHalt(
    tx: Knex.Transaction,
    event: { readonly consumer: string; readonly eventId: string },
  ): Promise<(ConsumerPlace & { readonly halt: Halt }) | undefined>;
  /** Sends a consumer back, or on, to a place in a log, in all its shards; whoever runs it loses it and begins there. */
  moveTo(consumer: string, source: string, position: Position): Promise<void>;
}

/** Single events and ranges of logs, for tools and event replays; no subscription, no checkpoint. */
export interface EventHistory {
  /** Before every event of any log. */
  readonly start: Position;
  /** Up to `limit` settled events after a position, in log order. */
  read(source: string, after: Position, limit: number): Promise<readonly RecordedEvent[]>;
  at(source: string, position: Position): Promise<RecordedEvent | undefined>;
  /** Position of the last event committed now; undefined while there is none. */
  last(source: string): Promise<Position | undefined>;
  /** Wanted events after a position, counted up to 10,000, hidden ones included; age of the oldest. */
  lag(source: string, after: Position, filter: EventFilter): Promise<{ events: number; seconds: number }>;
  /** After everything recorded before that moment; undefined if nothing has been recorded since. */
  beforeTime(source: string, time: Date): Promise<Position | undefined>;
}

/** What the owners of logs answer to those who may not read their tables. */
export interface LogOwners extends EventHistory {
  /** Everything before it is settled: a consumer that begins at the end begins there. */
  horizon(source: string): Promise<Position>;
  /** How far the relay has published a log; undefined if none ever has. */
  published(source: string): Promise<Position | undefined>;
}

/** What has not been handled: counted up to 10,000, and the age of the oldest. */
export interface Lag {
  readonly events: number;
  readonly seconds: number;
}

/** What a service's consumers read, with what tools and operators want to know of it. */
export interface ConsumerSource extends EventSource {
  readonly history: EventHistory;
  readonly places: ConsumerPlaces;
  /** What a consumer has before it: from a place of its, or all of the log where it stands nowhere. */
  lagBehind(source: string, place: ConsumerPlace | undefined, filter: EventFilter): Promise<Lag>;
  /** Which shard of a log has an event, where logs are divided for all consumers alike; absent where they are not. */
  shardOf?(source: string, event: Pick<RecordedEvent, 'type' | 'tenantRef' | 'streamId'>): number;
  /** A hint that something was committed: whoever it concerns reads now. Without news, everybody does. */
  wake(news?: CommitNews): void;
}
