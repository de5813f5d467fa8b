import { type RefusalCode, refusals } from '@onceover/schema/refusals';
import type { RefusalDefinition } from '@onceover/schema/refusals/refusal-definition';
import { ApiError } from '../http/api-error.ts';

/** What the graph or a service says when the rules refuse: a code of `schema/refusals` and what its words are about. */
export interface Refusal {
  readonly code: string;
  readonly retryAfterSeconds?: number;
  /** The address that no email can go to, as it was sent. */
  readonly address?: string;
  /** How many there may be. */
  readonly limit?: number;
}

/** Tells a refusal from the answer that was hoped for. */
export function isRefusal<Answer extends object>(answer: Answer): answer is Extract<Answer, Refusal> {
  return 'code' in answer;
}

/** What the request named that a refusal's words repeat. */
interface Named {
  readonly domain?: string | undefined;
}

/** How `/api/v2` answers a refusal. A code missing from the table is a fault. */
export function refused(refusal: Refusal, named: Named = {}): ApiError {
  const definition: RefusalDefinition | undefined = refusals[refusal.code as RefusalCode];
  if (definition === undefined) throw new Error('a service refused with a code that the table does not know');
  const { status, code } = definition.rest;
  const text = wordsOf(definition, { ...refusal, ...named });
  return new ApiError(status, code, text, { retryAfterSeconds: refusal.retryAfterSeconds });
}

const MAX_REPEATED = { address: 320, domain: 253, limit: 10 } as const;

/** A refusal's words with what they are about. Source: REST contract 1.3, 5.1. */
function wordsOf({ message, repeats }: RefusalDefinition, about: Named & Pick<Refusal, 'address' | 'limit'>): string {
  const value = repeats === undefined ? undefined : about[repeats.what];
  if (repeats === undefined || value === undefined) return message;
  return `${message}${repeats.before}${String(value).slice(0, MAX_REPEATED[repeats.what])}${repeats.after}`;
}
