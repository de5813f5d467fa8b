import { passphraseTriesPerNetwork } from '@onceover/schema/passphrase-tries';
import { type RefusalCode, refusals } from '@onceover/schema/refusals';
import type { RefusalDefinition } from '@onceover/schema/refusals/refusal-definition';
import { ApiError } from '../http/api-error.ts';

/** A refusal of the graph or of an internal call: its code in `schema/refusals`, and what its text mentions. */
export interface Refusal {
  readonly code: string;
  readonly retryAfterSeconds?: number;
  /** The address that no email can be sent to, as it was given. */
  readonly address?: string;
  /** The maximum number allowed. */
  readonly limit?: number;
}

export function isRefusal<Answer extends object>(answer: Answer): answer is Extract<Answer, Refusal> {
  return 'code' in answer;
}

/** What the request named that the text of a refusal mentions. */
type Named = Readonly<{ domain?: string | undefined }>;

/** Members of the body that the answer has besides. */
type More = Readonly<Record<string, unknown>>;

/** What is refused because of too many wrong passphrases. */
const heldBack: ReadonlySet<string> = new Set(['secret.too-many-attempts', 'secret.locked']);

/** How `/api/v2` answers a refusal. A code missing from the table is a fault. */
export function refused(refusal: Refusal, named: Named = {}, besides: More = {}): ApiError {
  const definition: RefusalDefinition | undefined = refusals[refusal.code as RefusalCode];
  if (definition === undefined) throw new Error('a service refused with a code that schema/refusals does not have');
  const { status, code } = definition.rest;
  const text = wordsOf(definition, { ...refusal, ...named });
  const tries = heldBack.has(refusal.code) ? passphraseTriesPerNetwork : undefined;
  return new ApiError(status, code, text, { retryAfterSeconds: refusal.retryAfterSeconds, besides, tries });
}

const MAX_REPEATED = { address: 320, domain: 253, limit: 10 } as const;

/** The text of a refusal, with the value it mentions. Source: REST contract 1.3, 5.1. */
function wordsOf({ message, repeats }: RefusalDefinition, about: Named & Pick<Refusal, 'address' | 'limit'>): string {
  const value = repeats === undefined ? undefined : about[repeats.what];
  if (repeats === undefined || value === undefined) return message;
  return `${message}${repeats.before}${String(value).slice(0, MAX_REPEATED[repeats.what])}${repeats.after}`;
}
