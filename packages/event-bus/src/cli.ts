import type { Position, RecordedEvent } from '@onceover/event-store';
import {
  type Command,
  CommandRefused,
  Option,
  parsedBy,
  runCommand,
  time,
  type WriteLine,
} from '@onceover/service-kit/command-line';
import { z } from 'zod';
import { errorText } from './error-text.ts';
import type { DeadLetter } from './stores/consumer-store.ts';
import {
  discardDeadLetter,
  type LetterRef,
  listDeadLetters,
  retryDeadLetter,
  showDeadLetter,
} from './tools/dead-letters.ts';
import {
  definitionOf,
  type GivenUp,
  type OperatorDoing,
  type RebuildParts,
  type ToolParts,
  ToolRefusal,
} from './tools/parts.ts';
import { rebuild, rebuildable } from './tools/rebuild.ts';
import { type ReplayOptions, type ReplayPoint, replay } from './tools/replay.ts';
import { skip } from './tools/skip.ts';
import { consumerStatus, statusLine } from './tools/status.ts';

export interface EventsPlace {
  /** One entry for each service whose consumers the commands can work on. */
  readonly services: readonly ToolParts[];
  /** Age in seconds of the oldest transaction that holds back readers. */
  watermarkAge(): Promise<number>;
}

/** What a command works with; `open` is asked once it was understood. */
export interface EventsCommandDeps<Place = EventsPlace> {
  readonly open: () => Promise<Place>;
  readonly write: WriteLine;
}

/** What the help says in words of the product. */
export interface EventsWords {
  /** Usual reasons for what an operator does; any other word does as well. */
  readonly reasons: readonly string[];
  /** The work that services have given up, in the plural: `parcels that could not be sent`. */
  readonly givenUp: string;
}

const ON_THE_COMMAND_LINE = 'command-line';

/**
 * `events …` on the command line, after the word `events`. Writes one line per fact; gives the exit code: 0 done, 1 refused
 * or failed, 2 not understood. What `open` throws is thrown.
 */
export function runEventsCommand(
  argv: readonly string[],
  { open, write, words = plainWords }: EventsCommandDeps & { readonly words?: EventsWords },
): Promise<number> {
  const reasonOption = () => reasonOptionWith(words.reasons);
  const onPlace =
    <Options>(work: (place: EventsPlace, options: Options, write: WriteLine) => Promise<void>) =>
    async (options: Options) => {
      const place = await open();
      await orRefused(() => work(place, options, write));
    };
  return runCommand('npm run events --', argv, write, (program) => {
    program
      .command('status')
      .description('how far every consumer has got, and what it waits at')
      .action(onPlace(status));
    aboutEvent(program.command('skip'))
      .description('lets a halted consumer pass an event, which goes to the dead letters')
      .addOption(reasonOption().makeOptionMandatory())
      .action(onPlace(settling('event_skipped', skip, skipped)));
    const letters = program.command('dlq').description('dead letters: events that a consumer could not handle');
    letters
      .command('list')
      .description(`lists them, and ${words.givenUp}`)
      .option('--consumer <name>', 'those of one consumer')
      .action(onPlace(listLetters));
    aboutEvent(letters.command('show')).description('shows one, and its event').action(onPlace(showLetter));
    aboutEvent(letters.command('retry'))
      .description('has it handled again')
      .addOption(reasonOption())
      .action(onPlace(settling('event_retried', retryDeadLetter, ({ eventId }) => `handled ${eventId}`)));
    aboutEvent(letters.command('discard'))
      .description('counts it as handled')
      .addOption(reasonOption().makeOptionMandatory())
      .action(onPlace(settling('event_discarded', discardDeadLetter, ({ eventId }) => `discarded ${eventId}`)));
    program
      .command('replay')
      .description('has a consumer handle past events again')
      .requiredOption('--consumer <name>')
      .requiredOption('--from <place>', 'a position, a time, or beginning', pointOf)
      .option('--to <place>', 'a position or a time', endOf)
      .option('--source <name>', 'of one log')
      .option('--allow-effects', 'also a consumer that does more than write its own tables')
      .addOption(reasonOption())
      .action(onPlace(replayEvents));
  });
}

/** `rebuild NAME` on the command line, after the word `rebuild`. Writes and gives what `runEventsCommand` does. */
export function runRebuildCommand(
  argv: readonly string[],
  { open, write }: EventsCommandDeps<{ readonly services: readonly RebuildParts[] }>,
): Promise<number> {
  return runCommand('npm run rebuild --', argv, write, (program) => {
    program
      .description('makes the tables of a consumer anew from the logs; without a name, lists those that can be')
      .argument('[name]', 'of the consumer')
      .action(async (name?: string) => {
        const { services } = await open();
        await orRefused(() => rebuildNamed(services, name, write));
      });
  });
}

async function rebuildNamed(services: readonly RebuildParts[], name: string | undefined, write: WriteLine) {
  if (name === undefined) {
    for (const each of services.flatMap(rebuildable)) write(each);
    return;
  }
  const parts = partsOf(services, name);
  const handled = await rebuild(parts, name, () => recordBegun(parts, 'projection_rebuilt', name));
  write(`rebuilt ${name} from ${handled} events`);
}

/** Whatever a tool throws is told in one line without data. */
async function orRefused(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw error instanceof ToolRefusal ? new CommandRefused(error.message) : new CommandRefused(errorText(error));
  }
}

const reason = z.string().regex(/^[a-z][a-z0-9_-]{0,31}$/, 'Write one word of small letters.');

const plainWords: EventsWords = { reasons: [], givenUp: 'work that was given up' };

/** What gives something up needs one. */
function reasonOptionWith(reasons: readonly string[]): Option {
  const words = reasons.length === 0 ? 'a word of your own' : `${reasons.join(', ')}, or one of your own`;
  return new Option('--reason <word>', `why, for the audit trail: ${words}`).argParser(parsedBy(reason));
}

function aboutEvent(command: Command): Command {
  return command.requiredOption('--consumer <name>').requiredOption('--event <id>', 'of the event');
}

interface AboutEvent {
  readonly consumer: string;
  readonly event: string;
  readonly reason?: string;
}

async function status({ services, watermarkAge }: EventsPlace, _options: object, write: WriteLine): Promise<void> {
  write(`the oldest writing transaction: ${Math.round(await watermarkAge())} s`);
  for (const parts of services) for (const each of await consumerStatus(parts)) write(statusLine(each));
}

/** Settles one event, recorded in the same commit, and says that it is done. */
function settling(action: EventAction, settle: typeof skip, done: (ref: LetterRef) => string) {
  return async ({ services }: EventsPlace, about: AboutEvent, write: WriteLine): Promise<void> => {
    const { parts, ref } = letterOf(services, about);
    await settle(recorded(parts, action, about), ref);
    write(done(ref));
  };
}

function skipped({ eventId, consumer }: LetterRef): string {
  return `skipped ${eventId}: it is in the dead letters, and ${consumer} goes on`;
}

async function listLetters({ services }: EventsPlace, { consumer }: Partial<AboutEvent>, write: WriteLine) {
  const chosen = consumer === undefined ? services : [partsOf(services, consumer)];
  let count = 0;
  for (const parts of chosen) {
    const letters = await listDeadLetters(parts, { consumer });
    for (const letter of letters) write(lineOf(letter));
    const givenUp = (await parts.givenUp?.()) ?? [];
    const wanted = givenUp.filter((each) => consumer === undefined || each.consumer === consumer.split('@')[0]);
    for (const each of wanted) write(givenUpLine(each));
    count += letters.length + wanted.length;
  }
  if (count === 0) write('none');
}

async function showLetter({ services }: EventsPlace, about: AboutEvent, write: WriteLine): Promise<void> {
  const { parts, ref } = letterOf(services, about);
  const { letter, event } = await showDeadLetter(parts, ref);
  write(lineOf(letter));
  write(event === undefined ? 'the event is no longer in the log' : JSON.stringify(publicEvent(event), undefined, 2));
}

type WantedReplay = Omit<ReplayOptions, 'first'> & Pick<AboutEvent, 'reason'>;

async function replayEvents({ services }: EventsPlace, options: WantedReplay, write: WriteLine): Promise<void> {
  const { reason: why, ...wanted } = options;
  const parts = partsOf(services, wanted.consumer);
  const first = () => recordBegun(parts, 'events_replayed', wanted.consumer, why);
  write(`replayed ${await replay(parts, { ...wanted, first })} events`);
}

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
function recorded(parts: ToolParts, action: EventAction, { event: targetRef, reason: why }: AboutEvent): ToolParts {
  const { recording } = parts;
  if (recording === undefined) return parts;
  const reasonCode = why ?? ON_THE_COMMAND_LINE;
  return { ...parts, store: recording({ action, targetKind: 'event', targetRef, reasonCode }) };
}

/** Records what is done to a consumer when it begins: it takes many commits, and may break off. */
async function recordBegun(parts: ToolParts, action: ConsumerAction, consumer: string, why = ON_THE_COMMAND_LINE) {
  const { name: targetRef } = definitionOf(parts, consumer);
  const doing = { action, targetKind: 'consumer', targetRef, reasonCode: why } as const;
  await parts.recording?.(doing).transact(async () => undefined);
}

function letterOf(services: readonly ToolParts[], { consumer, event }: AboutEvent) {
  return { parts: partsOf(services, consumer), ref: { consumer, eventId: event } };
}

const position = z.stringFormat('position', /^\d{5}:\d{20}:\d{19}$/).transform((text) => text as Position);
const place = z.union([position, time], 'Write a position, or a time like 2026-11-22 or 2026-11-22T10:00:00Z.');

const endOf = parsedBy(place);
const pointOf = (text: string): ReplayPoint => (text === 'beginning' ? text : endOf(text));

function lineOf({ consumer, eventId, source, type, position, attempts, lastAt, state, error }: DeadLetter): string {
  return [consumer, eventId, source, type, position, state, attempts, lastAt.toISOString(), error].join('\t');
}

/** In the columns of a dead letter, as far as it has them. */
function givenUpLine({ consumer, id, work, attempts, at, reason }: GivenUp): string {
  return [consumer, id, '-', work, '-', 'failed', attempts, at.toISOString(), reason].join('\t');
}

/** The fields of an event, by name, so that a field added later is printed only on purpose. */
function publicEvent(event: RecordedEvent) {
  const { id, type, schemaVersion, source, position, streamId, version, category } = event;
  const { tenantRef, occurredAt, data, meta } = event;
  return { id, type, schemaVersion, source, position, streamId, version, category, tenantRef, occurredAt, data, meta };
}
