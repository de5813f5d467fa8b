import { parseArgs } from 'node:util';
import type { Position, RecordedEvent } from '@onceover/event-store';
import { errorText } from './error-text.ts';
import type { DeadLetter } from './stores/consumer-store.ts';
import { discardDeadLetter, listDeadLetters, retryDeadLetter, showDeadLetter } from './tools/dead-letters.ts';
import {
  definitionOf,
  type GivenUp,
  type OperatorDoing,
  type RebuildParts,
  type ToolParts,
  ToolRefusal,
} from './tools/parts.ts';
import { rebuild, rebuildable } from './tools/rebuild.ts';
import { type ReplayPoint, replay } from './tools/replay.ts';
import { skip } from './tools/skip.ts';
import { consumerStatus, statusLine } from './tools/status.ts';

export { errorText } from './error-text.ts';
export type { LetterRef } from './tools/dead-letters.ts';
export {
  type EventToolsOptions,
  eventTools,
  type GivenUp,
  type OperatorDoing,
  type RebuildParts,
  type ToolParts,
  ToolRefusal,
} from './tools/parts.ts';

export interface EventsCommandDeps<Parts extends ToolParts = ToolParts> {
  /** One entry for each service whose consumers the commands can work on. */
  readonly services: readonly Parts[];
  print(line: string): void;
  /** Age in seconds of the oldest transaction that holds back readers. */
  watermarkAge(): Promise<number>;
}

const USAGE = `npm run events -- status
npm run events -- dlq list [--consumer NAME]
npm run events -- dlq show --consumer NAME --event ID
npm run events -- dlq retry --consumer NAME --event ID [--reason WORD]
npm run events -- dlq discard --consumer NAME --event ID --reason WORD
npm run events -- skip --consumer NAME --event ID --reason WORD
npm run events -- replay --consumer NAME --from POSITION|TIME|beginning [--to POSITION|TIME] [--source NAME] [--allow-effects] [--reason WORD]`;

const ON_THE_COMMAND_LINE = 'command-line';

const OPTIONS = {
  consumer: { type: 'string' },
  event: { type: 'string' },
  reason: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  source: { type: 'string' },
  'allow-effects': { type: 'boolean' },
} as const;

/**
 * `events …` on the command line, after the word `events`. Prints one line per fact; returns the exit code: 0 done,
 * 1 refused or failed, 2 not understood.
 */
export async function runEventsCommand(argv: readonly string[], deps: EventsCommandDeps): Promise<number> {
  try {
    const { positionals, values } = parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
    const command = COMMANDS[positionals.join(' ')];
    if (command === undefined) throw new UsageError();
    await command(deps, values);
    return 0;
  } catch (error) {
    const isUsage = error instanceof UsageError || isParseError(error);
    deps.print(isUsage ? USAGE : error instanceof ToolRefusal ? error.message : errorText(error));
    return isUsage ? 2 : 1;
  }
}

/** `rebuild NAME` on the command line, after the word `rebuild`. Prints and returns as `runEventsCommand` does. */
export async function runRebuildCommand(
  argv: readonly string[],
  deps: Omit<EventsCommandDeps<RebuildParts>, 'watermarkAge'>,
): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || rest.length > 0 || name.startsWith('-')) {
    deps.print(`rebuild NAME, where NAME is one of: ${deps.services.flatMap(rebuildable).join(', ')}`);
    return 2;
  }
  try {
    const parts = partsOf(deps.services, name);
    const handled = await rebuild(parts, name, () => recordBegun(parts, 'projection_rebuilt', name));
    deps.print(`rebuilt ${name} from ${handled} events`);
    return 0;
  } catch (error) {
    deps.print(error instanceof ToolRefusal ? error.message : errorText(error));
    return 1;
  }
}

class UsageError extends Error {}

interface Values {
  readonly consumer?: string | undefined;
  readonly event?: string | undefined;
  readonly reason?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly source?: string | undefined;
  readonly 'allow-effects'?: boolean | undefined;
}

type Command = (deps: EventsCommandDeps, values: Values) => Promise<void>;

const COMMANDS: Readonly<Record<string, Command>> = {
  async status({ services, print, watermarkAge }) {
    print(`the oldest writing transaction: ${Math.round(await watermarkAge())} s`);
    for (const parts of services) for (const status of await consumerStatus(parts)) print(statusLine(status));
  },
  async skip({ services, print }, values) {
    const { parts, ref } = letterOf(services, values);
    await skip(recorded(parts, 'event_skipped', ref.eventId, values.reason), ref);
    print(`skipped ${ref.eventId}: it is in the dead letters, and ${ref.consumer} goes on`);
  },
  async 'dlq list'({ services, print }, { consumer }) {
    const chosen = consumer === undefined ? services : [partsOf(services, consumer)];
    let count = 0;
    for (const parts of chosen) {
      const letters = await listDeadLetters(parts, consumer === undefined ? {} : { consumer });
      for (const letter of letters) print(lineOf(letter));
      const givenUp = (await parts.givenUp?.()) ?? [];
      const wanted = givenUp.filter((each) => consumer === undefined || each.consumer === consumer.split('@')[0]);
      for (const each of wanted) print(givenUpLine(each));
      count += letters.length + wanted.length;
    }
    if (count === 0) print('none');
  },
  async 'dlq show'({ services, print }, values) {
    const { parts, ref } = letterOf(services, values);
    const { letter, event } = await showDeadLetter(parts, ref);
    print(lineOf(letter));
    print(event === undefined ? 'the event is no longer in the log' : JSON.stringify(publicEvent(event), undefined, 2));
  },
  async 'dlq retry'({ services, print }, values) {
    const { parts, ref } = letterOf(services, values);
    const { reason = ON_THE_COMMAND_LINE } = values;
    await retryDeadLetter(recorded(parts, 'event_retried', ref.eventId, reason), ref);
    print(`handled ${ref.eventId}`);
  },
  async 'dlq discard'({ services, print }, values) {
    const { parts, ref } = letterOf(services, values);
    await discardDeadLetter(recorded(parts, 'event_discarded', ref.eventId, values.reason), ref);
    print(`discarded ${ref.eventId}`);
  },
  async replay({ services, print }, { consumer, from, to, source, reason, 'allow-effects': allowEffects = false }) {
    if (consumer === undefined || from === undefined) throw new UsageError();
    const wanted = {
      consumer,
      from: pointOf(from),
      ...(to === undefined ? {} : { to: endOf(to) }),
      ...(source === undefined ? {} : { source }),
      allowEffects,
    };
    const parts = partsOf(services, consumer);
    const first = () => recordBegun(parts, 'events_replayed', consumer, reason);
    const handled = await replay(parts, { ...wanted, first });
    print(`replayed ${handled} events`);
  },
};

/** The service that has the consumer, by name or by name and version; for letters of a removed version, by its name. */
function partsOf<Parts extends ToolParts>(services: readonly Parts[], consumer: string): Parts {
  const [name] = consumer.split('@');
  const found = services.find(({ definitions }) => definitions.some((each) => each.name === name));
  if (found === undefined) throw new ToolRefusal(`there is no consumer ${consumer}`);
  return found;
}

type EventAction = Extract<OperatorDoing, { targetKind: 'event' }>['action'];
type ConsumerAction = Extract<OperatorDoing, { targetKind: 'consumer' }>['action'];

/** The parts with a store that records what is done to an event, in the same commit. */
function recorded(parts: ToolParts, action: EventAction, targetRef: string, reason: string | undefined): ToolParts {
  const { recording } = parts;
  if (recording === undefined) return parts;
  return { ...parts, store: recording({ action, targetKind: 'event', targetRef, reasonCode: reasonOf(reason) }) };
}

/** Records what is done to a consumer when it begins: it takes many commits, and may break off. */
async function recordBegun(parts: ToolParts, action: ConsumerAction, consumer: string, reason = ON_THE_COMMAND_LINE) {
  const { name: targetRef } = definitionOf(parts, consumer);
  const doing = { action, targetKind: 'consumer', targetRef, reasonCode: reasonOf(reason) } as const;
  await parts.recording?.(doing).transact(async () => undefined);
}

/** Refuses no reason at all: what gives something up needs one. */
function reasonOf(reason: string | undefined): string {
  if (reason !== undefined && /^[a-z][a-z0-9_-]{0,31}$/.test(reason)) return reason;
  throw new ToolRefusal(
    '--reason says why, in one word for the audit trail: owner-asked, abuse, security, billing, legal, maintenance, or one of your own',
  );
}

function letterOf(services: readonly ToolParts[], { consumer, event }: Values) {
  if (consumer === undefined || event === undefined) throw new UsageError();
  return { parts: partsOf(services, consumer), ref: { consumer, eventId: event } };
}

function pointOf(text: string): ReplayPoint {
  return text === 'beginning' ? text : endOf(text);
}

/** A position starts with five digits and a colon; a moment is ISO 8601. */
function endOf(text: string): Position | Date {
  if (/^\d{5}:\d{20}:\d{19}$/.test(text)) return text as Position;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new ToolRefusal(`${text} is neither a position nor a time`);
  return time;
}

function lineOf({ consumer, eventId, source, type, position, attempts, lastAt, state, error }: DeadLetter): string {
  return [consumer, eventId, source, type, position, state, attempts, lastAt.toISOString(), error].join('\t');
}

/** In the columns of a dead letter, as far as it has them. */
function givenUpLine({ consumer, id, work, attempts, at, reason }: GivenUp): string {
  return [consumer, id, '-', work, '-', 'failed', attempts, at.toISOString(), reason].join('\t');
}

/** The fields of an event, by name, so that a field added later is printed only on purpose. */
function publicEvent({
  id,
  type,
  schemaVersion,
  source,
  position,
  streamId,
  version,
  category,
  ...rest
}: RecordedEvent) {
  const { tenantRef, occurredAt, data, meta } = rest;
  return { id, type, schemaVersion, source, position, streamId, version, category, tenantRef, occurredAt, data, meta };
}

function isParseError(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
