import { type Logger as PinoLogger, pino } from 'pino';
import { logLevelSetting } from './config.ts';

export type Logger = PinoLogger;

/** What no line may hold, besides what is secret in any program. */
export interface NeverLogged {
  readonly fields: readonly string[];
  readonly texts: readonly BlankedText[];
}

/** What is blanked wherever it stands in a line, with a global pattern, and what is written in its place. */
interface BlankedText {
  readonly pattern: RegExp;
  readonly as: string;
  /** A line without it is not searched: looking for a few characters is cheaper than trying a pattern everywhere. */
  readonly sign?: string;
}

const censoredFields = new Set(['password', 'authorization', 'cookie', 'email']);

const ADDRESS: BlankedText = {
  pattern: /[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}/g,
  as: '[address]',
  sign: '@',
};
let blankedTexts: readonly BlankedText[] = [ADDRESS];

/** From now on no line of this process holds these either, whoever writes it; saying it again changes nothing. */
export function neverLog({ fields, texts }: NeverLogged): void {
  for (const field of fields) censoredFields.add(field);
  blankedTexts = [...new Set([...texts, ...blankedTexts])];
}

/**
 * The last line of defence for a written line: addresses are blanked, and what `neverLog` was told. The first is never to hand
 * such a value to a logger.
 */
export function scrub(line: string): string {
  let scrubbed = line;
  for (const { pattern, as, sign } of blankedTexts) {
    if (sign === undefined || scrubbed.includes(sign)) scrubbed = scrubbed.replace(pattern, as);
  }
  return scrubbed;
}

type Fields = Record<string, unknown>;

/**
 * Blanks fields that must never be written, on the first two levels of a line; gives the same object where there are none.
 *
 * By hand because pino's own redaction walks every path for every line, which cost more than all else in it.
 */
export function censor(fields: Fields): Fields {
  return blank(fields, (value) => (isPlain(value) ? blank(value, (inner) => inner) : value));
}

function blank(fields: Fields, within: (value: unknown) => unknown): Fields {
  let copy: Fields | undefined;
  for (const name of Object.keys(fields)) {
    const value = censoredFields.has(name) ? '***' : within(fields[name]);
    if (value === fields[name]) continue;
    copy ??= { ...fields };
    copy[name] = value;
  }
  return copy ?? fields;
}

/** Errors are left to their serializer, which has their message and stack. */
function isPlain(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !(value instanceof Error) && !Array.isArray(value);
}

let timedAt = -1;
let timeText = '';

/** The time of a line, ISO 8601; lines of one millisecond share the text. */
function timeField(): string {
  const now = Date.now();
  if (now !== timedAt) {
    timedAt = now;
    timeText = `,"time":"${new Date(now).toISOString()}"`;
  }
  return timeText;
}

const WRITTEN_AT_LENGTH = 12_000;
const WRITTEN_AFTER_MS = 200;

/**
 * Lines are gathered and written together, at the latest after a fifth of a second and when the process ends; one
 * system call per line would be a tenth of what a request costs. They are gathered here, because the library measures
 * everything it has gathered anew for each line.
 */
const destination = pino.destination({ sync: false });
/** For what must be out before the next instruction: a write that has begun beside the program cannot be waited for. */
const atOnce = pino.destination({ sync: true });
let gathered = '';
let due: NodeJS.Timeout | undefined;

function gather(line: string): void {
  gathered += line;
  if (gathered.length >= WRITTEN_AT_LENGTH) writeGathered();
  else due ??= setTimeout(writeGathered, WRITTEN_AFTER_MS).unref();
}

function writeGathered(): void {
  const lines = takeGathered();
  if (lines !== '') destination.write(lines);
}

function writeAtOnce(): void {
  destination.flushSync();
  const lines = takeGathered();
  if (lines !== '') atOnce.write(lines);
}

function takeGathered(): string {
  clearTimeout(due);
  due = undefined;
  const lines = gathered;
  gathered = '';
  return lines;
}

process.prependListener('exit', writeAtOnce);

/** What pino writes to; it asks for everything to be written before a fatal line returns. */
const gathering = { write: gather, flushSync: writeAtOnce };

const root = pino(
  {
    level: logLevel(),
    base: null,
    messageKey: 'message',
    timestamp: timeField,
    formatters: { level: (label) => ({ level: label }), log: censor },
    serializers: { err: (error: Error) => censor({ ...pino.stdSerializers.err(error) }) },
    hooks: { streamWrite: scrub },
  },
  gathering,
);

/** A logger for one area, kept as a named constant in a service's `logger.ts`. Messages are constant; what varies is a field. */
export function createLogger(name: string): Logger {
  return root.child({ name });
}

/**
 * Writes lines of one message that the caller has put together; undefined where their level is off. For what is logged at
 * every request: a tenth of the price of a logger's line, because nothing is censored, scrubbed or escaped. So a caller may
 * only pass what can hold neither a secret nor a quotation mark.
 *
 * Shape  `fields` is the inside of a JSON object, such as `"status":200,"ms":1.5`
 */
export function lineWriter(
  name: string,
  level: 'info' | 'debug',
  message: string,
): ((fields: string) => void) | undefined {
  if (!root.isLevelEnabled(level)) return undefined;
  const start = `{"level":"${level}"`;
  return (fields) => gather(`${start}${timeField()},"name":"${name}",${fields},"message":"${message}"}\n`);
}

function logLevel(): string {
  // biome-ignore lint/style/noProcessEnv: the only setting that is read at import; its definition says why
  const level = logLevelSetting.schema.safeParse(process.env[logLevelSetting.env]);
  return level.data ?? logLevelSetting.default;
}
