import { droppedByV3, type v3Answers } from '@onceover/schema/rest/v3';
import type { Dialect } from '../../../answers/dialect.ts';
import { laterError } from '../later/later-errors.ts';

const dropped: ReadonlySet<string> = new Set(droppedByV3);

/** Without the names of earlier versions; recipients, one text until then, are a list. */
function withoutOldNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOldNames);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !dropped.has(name));
  return Object.fromEntries(kept.map(([name, member]) => [name, memberOf(name, member)]));
}

function memberOf(name: string, member: unknown): unknown {
  if (name === 'recipients' && typeof member === 'string') return member.split(', ');
  return withoutOldNames(member);
}

const shorten = (answer: object): object => withoutOldNames(answer) as object;

const answers: Readonly<Record<keyof typeof v3Answers, (answer: object) => object>> = {
  secret: shorten,
  feedback: shorten,
  laterBurned: shorten,
  laterConcealed: shorten,
  laterLabeled: shorten,
  laterReceipt: shorten,
  laterReceipts: shorten,
  laterRecent: shorten,
  laterRevealed: shorten,
  laterStatus: shorten,
  laterStatuses: shorten,
};

/** The later dialect without the names of earlier versions. Source: dialects 5. */
export const v3: Dialect = {
  answers,
  error: (error, about) => laterError(error, { ...about, shrimp: undefined }),
};
