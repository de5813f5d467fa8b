import { consumersOf, deadLettersOf, haltsOf, type System } from '../../colonel/system.ts';
import type { AuditHistogramQuery, RequestLimitsQuery } from '../../gql/operations.generated.ts';
import type { Tone } from '../../ui/tone-icon.tsx';
import { type Overview, sumOf } from './colonel-overview.ts';
import type { Way } from './way-icon.tsx';

/** What a service was asked for, as far as it is known. */
export interface Asked<Value> {
  readonly value: Value | undefined;
  /** The last try failed: what an earlier one brought may be wrong by now. */
  readonly hasFailed: boolean;
}

/** Written as a number, as an age or as a change; a text stands as it is. */
export type Insert = number | string | { readonly seconds: number } | { readonly change: number };

export interface Sentence {
  readonly says:
    | `answers.${'asking' | 'silent' | 'healthy' | 'down' | 'stuck' | 'late' | 'disk'}`
    | `answers.${'emails' | 'emailsLate' | 'noEmails' | 'held' | 'tries' | 'changed'}`
    | 'limits.nobody'
    | 'limits.off';
  readonly values?: Readonly<Record<string, Insert>>;
}

export interface Answer {
  /** A way says how it went on, not whether that is good. */
  readonly sign: Tone | Way;
  readonly sentences: readonly Sentence[];
  /** Where more is said. */
  readonly page: 'system' | 'limits' | 'audit' | 'attacks';
}

/** From here on something that waits is late, in seconds. */
const late = { event: 60, email: 900 } as const;
/** From here on, wrong passphrases within an hour are more than slips. */
const manyPassphrases = 20;
/** From here on, whoever is held back, or series of failed tries within an hour, need somebody. */
const manyAttackers = 10;

/** What the trail has of series of failed tries: on an account, on a secret. */
export const attackActions = ['security.sign_in_failed', 'security.interception_suspected'] as const;

/** What did not arrive is never taken for nothing: the answer says so instead. */
function whenKnown<Value>(
  page: Answer['page'],
  { value, hasFailed }: Asked<Value>,
  answerOf: (value: Value) => Omit<Answer, 'page'> & Partial<Answer>,
): Answer {
  if (hasFailed) return { page, sign: 'unknown', sentences: [{ says: 'answers.silent' }] };
  if (value === undefined) return { page, sign: 'unknown', sentences: [{ says: 'answers.asking' }] };
  return { page, ...answerOf(value) };
}

const badness: readonly Tone[] = ['good', 'unknown', 'wait', 'bad'];

/** The worst of what is the matter; without any, all is good. */
function worst(...tones: readonly (Tone | false)[]): Tone {
  const ranks = tones.map((tone) => (tone === false ? 0 : badness.indexOf(tone)));
  return badness[Math.max(...ranks)] ?? 'good';
}

/** Does everything work? */
export function healthAnswer(asked: Asked<System>): Answer {
  return whenKnown('system', asked, (system) => {
    const down = system.services.filter(({ isReachable }) => !isReachable).map(({ service }) => service);
    if (system.gateway === null) down.push('gateway');
    const [halted, letters] = [haltsOf(system).length, deadLettersOf(system).length];
    const lag = Math.max(0, ...consumersOf(system).map(({ lagSeconds }) => lagSeconds));
    const disk = system.services.flatMap((service) => service.disk ?? [])[0];
    const isFull = disk !== undefined && disk.freeMegabytes < disk.floorMegabytes;
    const sentences: Sentence[] = [];
    if (down.length > 0) sentences.push({ says: 'answers.down', values: { services: down.join(', ') } });
    if (halted + letters > 0) sentences.push({ says: 'answers.stuck', values: { halted, letters } });
    if (lag >= late.event) sentences.push({ says: 'answers.late', values: { age: { seconds: lag } } });
    if (isFull) sentences.push({ says: 'answers.disk', values: { free: disk.freeMegabytes } });
    return {
      sign: worst((down.length + halted > 0 || isFull) && 'bad', sentences.length > 0 && 'wait'),
      sentences: sentences.length > 0 ? sentences : [{ says: 'answers.healthy' }],
    };
  });
}

/** Do emails arrive? Judged by the last 24 hours and by what waits. `now`: Unix seconds. */
export function emailAnswer(asked: Asked<Overview>, now: number): Answer {
  return whenKnown('system', asked, ({ hours, mailQueue }) => {
    const sent = sumOf(hours, ({ emailsSent }) => emailsSent);
    const failed = sumOf(hours, ({ emailsFailed }) => emailsFailed);
    const sentLately = sumOf(hours.slice(-2), ({ emailsSent }) => emailsSent);
    const seconds = mailQueue.oldest === null ? 0 : now - mailQueue.oldest;
    const isLate = seconds >= late.email;
    const isNone = sent + failed === 0;
    const sentences: Sentence[] = [
      isNone ? { says: 'answers.noEmails' } : { says: 'answers.emails', values: { sent, failed } },
    ];
    if (isLate) {
      sentences.push({ says: 'answers.emailsLate', values: { waiting: mailQueue.waiting, age: { seconds } } });
    }
    return {
      sign: worst(
        isNone && 'unknown',
        failed > 0 && (failed >= sent ? 'bad' : 'wait'),
        isLate && (sentLately === 0 ? 'bad' : 'wait'),
      ),
      sentences,
    };
  });
}

export interface AbuseSources {
  readonly limits: RequestLimitsQuery['requestLimits'];
  readonly overview: Overview;
  /** Entries with `attackActions` in the last hour. */
  readonly attacks: AuditHistogramQuery['auditHistogram'];
}

/** Does somebody try what people do not do? */
export function abuseAnswer(asked: Asked<AbuseSources>): Answer {
  return whenKnown('limits', asked, ({ limits, overview, attacks }) => {
    const series = sumOf(attacks.counts, ({ all }) => all);
    const passphrases = overview.wrongPassphrases.lastHour;
    const held = limits.limited.length;
    const refused = sumOf(limits.limited, (actor) => actor.refused);
    const isOff = limits.limits.length === 0;
    const isAttacked = series > 0 || passphrases >= manyPassphrases;
    const bounds: Sentence = held > 0 ? { says: 'answers.held', values: { held, refused } } : { says: 'limits.nobody' };
    return {
      sign: worst(
        (isOff || held > 0 || isAttacked) && 'wait',
        (held >= manyAttackers || series >= manyAttackers) && 'bad',
      ),
      sentences: [isOff ? { says: 'limits.off' } : bounds, { says: 'answers.tries', values: { passphrases, series } }],
      ...(held === 0 && isAttacked ? { page: 'attacks' } : {}),
    };
  });
}

/** What is different from yesterday, from midnight until this time of the day? */
export function changeAnswer(asked: Asked<Overview>): Answer {
  return whenKnown('audit', asked, ({ today, yesterday }) => {
    const unread = today.burned + today.expired;
    const created = today.created - yesterday.created;
    const values = {
      created: today.created,
      createdChange: { change: created },
      opened: today.opened,
      openedChange: { change: today.opened - yesterday.opened },
      unread,
      unreadChange: { change: unread - yesterday.burned - yesterday.expired },
    };
    const sign = created > 0 ? 'more' : created < 0 ? 'fewer' : 'same';
    return { sign, sentences: [{ says: 'answers.changed', values }] };
  });
}

/** Several that are asked apart, as one: known when all of them are. */
export function together<Values extends object>(
  asked: {
    readonly [Name in keyof Values]: Asked<Values[Name]>;
  },
): Asked<Values> {
  const parts = Object.entries<Asked<unknown>>(asked);
  const isKnown = parts.every(([, { value }]) => value !== undefined);
  return {
    hasFailed: parts.some(([, { hasFailed }]) => hasFailed),
    value: isKnown ? (Object.fromEntries(parts.map(([name, { value }]) => [name, value])) as Values) : undefined,
  };
}
