import { eventsFor, newsOf } from '../commands/news-of.ts';
import { refuseMalformed } from '../commands/refuse-malformed.ts';
import { DuplicateCommand, VersionConflict } from '../errors.ts';
import type {
  AppendCommand,
  AppendResult,
  CheckEvents,
  CommandContext,
  CommitNews,
  EventStore,
  Position,
  StreamAppend,
} from '../types.ts';
import { applyGuards, applyWrites, type MemoryGuardOptions } from './memory-guards.ts';
import { MemoryLog, memoryPosition, type Reference } from './memory-log.ts';
import { noTransaction } from './memory-transaction.ts';

export interface MemoryEventStoreOptions extends MemoryGuardOptions {
  readonly service: string;
  /** Event types that end a stream: a stream holds at most one of them in all. */
  readonly endings?: readonly string[];
  /** Called for every append before anything is written; what it throws refuses the command. */
  readonly check?: CheckEvents;
  readonly now?: () => Date;
  readonly onCommitted?: (news: CommitNews) => void;
}

export interface MemoryEventStore extends EventStore {
  readonly log: MemoryLog;
}

/**
 * The event store without a database, for tests: same outcomes, same steps in the same order (known command, versions,
 * checks, claim, events, writes), one command at a time. Work inside `transact` must not `execute` on the same store.
 */
export function createMemoryEventStore(options: MemoryEventStoreOptions): MemoryEventStore {
  const { service, endings = [], check = () => undefined } = options;
  const { now = () => new Date(), onCommitted = () => undefined } = options;
  const log = new MemoryLog(service);
  const inTurn = turns();

  function record(context: CommandContext, appends: readonly StreamAppend[]): Position {
    const position = log.record(context, appends, now()).at(-1)?.position ?? log.end;
    const news = newsOf(service, eventsFor(context.tenantRef, appends));
    if (news !== undefined) onCommitted(news);
    return position;
  }

  function run({ context, appends, guards = [], inline = [] }: AppendCommand): AppendResult {
    const known = log.known(context.commandId);
    if (known !== undefined) return duplicateOf(log, known);
    refuseOtherVersions(log, appends);
    const undo = options.save?.();
    try {
      applyGuards(options, guards);
      refuseSecondEnding(log, appends, endings);
      applyWrites(options, inline);
    } catch (error) {
      undo?.();
      throw error;
    }
    return appendedAs(log, appends, record(context, appends));
  }

  return {
    log,
    async load({ id }) {
      const events = log.stream(id);
      return { events, version: events.length };
    },
    async execute(command) {
      refuseMalformed(command, check);
      return inTurn(async () => run(command));
    },
    transact: (context, work) =>
      inTurn(async () => {
        const staging = new Staging(log, context, { endings, check });
        const result = await work({ tx: noTransaction(), append: (...appends) => staging.append(appends) });
        if (staging.failure !== undefined) throw staging.failure;
        if (staging.appends !== undefined) record(context, staging.appends);
        return result;
      }),
  };
}

type StagingRules = Required<Pick<MemoryEventStoreOptions, 'endings' | 'check'>>;

/** An append is checked when it is called and recorded when the work is done. */
class Staging {
  readonly #log: MemoryLog;
  readonly #context: CommandContext;
  readonly #rules: StagingRules;
  appends: readonly StreamAppend[] | undefined;
  failure: unknown;

  constructor(log: MemoryLog, context: CommandContext, rules: StagingRules) {
    this.#log = log;
    this.#context = context;
    this.#rules = rules;
  }

  async append(appends: readonly StreamAppend[]): Promise<AppendResult> {
    if (this.appends !== undefined || this.failure !== undefined) throw new TypeError('a transaction appends once');
    try {
      refuseMalformed({ context: this.#context, appends }, this.#rules.check);
      const known = this.#log.known(this.#context.commandId);
      if (known !== undefined) throw new DuplicateCommand(known);
      refuseOtherVersions(this.#log, appends);
      refuseSecondEnding(this.#log, appends, this.#rules.endings);
    } catch (error) {
      this.failure = error;
      throw error;
    }
    this.appends = appends;
    const count = appends.reduce((sum, { events }) => sum + events.length, 0);
    const [, transaction] = this.#log.end.split(':');
    const result = appendedAs(this.#log, appends, memoryPosition(Number(transaction), this.#log.events.length + count));
    const versions = appends.map(({ stream, events }) => this.#log.stream(stream.id).length + events.length);
    return { ...result, versions };
  }
}

function appendedAs(
  log: MemoryLog,
  appends: readonly StreamAppend[],
  position: AppendResult['position'],
): AppendResult {
  const versions = appends.map(({ stream }) => log.stream(stream.id).length);
  const streamId = appends[0]?.stream.id ?? '';
  return {
    outcome: 'appended',
    versions,
    position,
    reference: { streamId, version: versions[0] ?? 0 },
    source: log.source,
  };
}

function duplicateOf(log: MemoryLog, reference: Reference): AppendResult {
  const event = log.stream(reference.streamId)[reference.version - 1];
  const position = event?.position ?? memoryPosition(0, 0);
  return { outcome: 'duplicate', versions: [reference.version], position, reference, source: log.source };
}

function refuseOtherVersions(log: MemoryLog, appends: readonly StreamAppend[]): void {
  for (const { stream, expected } of appends) {
    const version = log.stream(stream.id).length;
    const wanted = expected === 'none' ? 0 : expected;
    if (wanted !== 'any' && wanted !== version) throw new VersionConflict('the stream is not as expected');
  }
}

function refuseSecondEnding(log: MemoryLog, appends: readonly StreamAppend[], endings: readonly string[]): void {
  for (const { stream, events } of appends) {
    const types = [...log.stream(stream.id), ...events].map(({ type }) => type);
    if (types.filter((type) => endings.includes(type)).length > 1) throw new VersionConflict('the stream has ended');
  }
}

function turns(): <R>(work: () => Promise<R>) => Promise<R> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
