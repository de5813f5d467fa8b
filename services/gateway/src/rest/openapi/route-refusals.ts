import { type RefusalCode, refusals } from '@onceover/schema/refusals';
import { type EdgeRefusalCode, edgeRefusals } from '@onceover/schema/refusals/edge-refusals';
import type { RefusalDefinition } from '@onceover/schema/refusals/refusal-definition';
import { badJsonAnswer, failureAnswer, plainErrorAnswer, unknownSecretAnswer } from '@onceover/schema/rest/errors';
import { holdAskedAnswer, intentNeededAnswer } from '@onceover/schema/rest/secret';
import type { z } from 'zod';
import { plainStatuses } from '../../http/api-error.ts';
import type { RestRoute } from '../rest-route.ts';

/** A refusal as a client of `/api/v2` meets it. */
export interface DocumentedRefusal {
  readonly status: number;
  /** Stable; several refusals may share one. */
  readonly code: string;
  readonly message: string;
  /** What its body is. */
  readonly schema: z.ZodType;
  /** Whether its answer may say when to come back. */
  readonly mayBeRetried: boolean;
  /** Its body; undefined where that holds what nobody can make up. */
  readonly example: object | undefined;
}

/** All that a row may be refused with: what every row refuses, what its manner brings with it, and its own. */
export function refusalsOfRoute(route: RestRoute): readonly DocumentedRefusal[] {
  const isPost = route.method === 'POST';
  const codes: readonly (RefusalCode | EdgeRefusalCode)[] = [
    'bad_encoding',
    ...(isPost ? (['bad_json', 'bad_payload'] as const) : []),
    ...(isPost && route.answersWithoutToken !== true ? (['csrf'] as const) : []),
    ...(route.limit === undefined ? [] : (['rate_limited'] as const)),
    ...(route.takesIdempotencyKey === true ? (['bad_idempotency_key'] as const) : []),
    ...(route.refuses ?? []),
    'not_authorized',
    ...(isPost ? (['too_large', 'bad_type'] as const) : []),
    'unknown_host',
    'unexpected',
    'unavailable',
    ...(isPost ? (['outcome_unknown'] as const) : []),
  ];
  return withoutRepeats(codes.map(documented));
}

function documented(code: RefusalCode | EdgeRefusalCode): DocumentedRefusal {
  if (!isEdgeCode(code)) return ofService(code);
  const { status, message } = edgeRefusals[code];
  // The path of a page that is not available comes before the words.
  const words = code === 'not_available' ? `PATH ${message}` : message;
  return refusal({ status, code, message: words, schema: schemaOf(code, status), mayBeRetried: passes.has(code) });
}

function ofService(code: RefusalCode): DocumentedRefusal {
  const { rest, message, repeats, carries = [] }: RefusalDefinition = refusals[code];
  if (rest.code === 'not_available') return documented(rest.code);
  const words = repeats === undefined ? message : `${message}${repeats.before}${samples[repeats.what]}${repeats.after}`;
  const schema = code === 'secret.gone' ? unknownSecretAnswer : schemaOf(rest.code, rest.status);
  return refusal({ ...rest, message: words, schema, mayBeRetried: carries.includes('retryAfterSeconds') });
}

function refusal(known: Omit<DocumentedRefusal, 'example'>): DocumentedRefusal {
  const { schema, code, message } = known;
  const { data: example } = schema.safeParse({ ...membersOf.get(schema), message, code });
  return { ...known, example: example as object | undefined };
}

/** What bodies have besides `message` and `code`. */
const membersOf: ReadonlyMap<z.ZodType, object> = new Map<z.ZodType, object>([
  [failureAnswer, { success: false }],
  [badJsonAnswer, { error: edgeRefusals.bad_json.message }],
  [unknownSecretAnswer, { secret_key: 'p3s8g1y6e4u9a2l7i0o5x3w8q6d1z4k' }],
]);

const isEdgeCode = (code: string): code is EdgeRefusalCode => code in edgeRefusals;

/** What the gateway refuses for a while. */
const passes: ReadonlySet<string> = new Set(['rate_limited', 'unavailable', 'outcome_unknown']);

/** What a message mentions of the request. */
const samples = { address: 'nobody', domain: 'once.acme.example', limit: '5' } as const;

const schemasOfTheirOwn: Readonly<Record<string, z.ZodType>> = {
  bad_json: badJsonAnswer,
  intent_needed: intentNeededAnswer,
  hold_asked: holdAskedAnswer,
};

function schemaOf(code: string, status: number): z.ZodType {
  return schemasOfTheirOwn[code] ?? (plainStatuses.has(status) ? plainErrorAnswer : failureAnswer);
}

/** One for each status and code; if any of them may be retried, it may. */
function withoutRepeats(found: readonly DocumentedRefusal[]): readonly DocumentedRefusal[] {
  const byName = Map.groupBy(found, ({ status, code }) => `${status} ${code}`);
  return [...byName.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    return { ...first, mayBeRetried: [first, ...more].some(({ mayBeRetried }) => mayBeRetried) };
  });
}
