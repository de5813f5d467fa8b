import { type RefusalCode, refusals } from '@onceover/schema/refusals';
import { type EdgeRefusalCode, edgeRefusals } from '@onceover/schema/refusals/edge-refusals';
import type { RefusalDefinition } from '@onceover/schema/refusals/refusal-definition';
import { badJsonAnswer, failureAnswer, plainErrorAnswer, unknownSecretAnswer } from '@onceover/schema/rest/errors';
import { laterErrorAnswer } from '@onceover/schema/rest/later';
import { holdAskedAnswer, intentNeededAnswer } from '@onceover/schema/rest/secret';
import { v1ErrorAnswer } from '@onceover/schema/rest/v1';
import { v3ErrorAnswer } from '@onceover/schema/rest/v3';
import { z } from 'zod';
import type { Dialects } from '../../answers/answer-context.ts';
import type { DialectName } from '../../answers/choose-dialect.ts';
import { ApiError, plainStatuses, unknownSecret } from '../../http/api-error.ts';
import { isUnsafe, type RestRoute } from '../rest-route.ts';

/** A refusal as a client meets it, in the words of the dialect of its row. */
export interface DocumentedRefusal {
  readonly status: number;
  /** Stable; several refusals may share one. */
  readonly code: string;
  readonly message: string;
  /** What its body is. */
  readonly schema: z.ZodType;
  /** What its body may say as `error_type`; empty where bodies have none. */
  readonly errorTypes: readonly string[];
  /** Whether its answer may say when to come back. */
  readonly mayBeRetried: boolean;
  /** Its body; undefined where that holds what nobody can make up. */
  readonly example: object | undefined;
}

/** All that a row may be refused with: what every row refuses, what its manner brings with it, and its own. */
export function refusalsOfRoute(route: RestRoute, dialects: Dialects): readonly DocumentedRefusal[] {
  const { credentials = 'all', dialect = 'd18' } = route;
  const isPost = isUnsafe(route);
  const codes: readonly (RefusalCode | EdgeRefusalCode)[] = [
    'bad_encoding',
    ...(isPost ? (['bad_json', 'bad_payload'] as const) : []),
    ...(isPost && credentials === 'all' && route.answersWithoutToken !== true ? (['csrf'] as const) : []),
    ...(route.limit === undefined ? [] : (['rate_limited'] as const)),
    ...(route.takesIdempotencyKey === true ? (['bad_idempotency_key'] as const) : []),
    ...(route.refuses ?? []),
    ...(credentials === 'none' ? [] : (['not_authorized'] as const)),
    ...(dialect === 'd18' ? [] : (['not_available'] as const)),
    ...(credentials === 'none' ? (['GUEST_ROUTES_DISABLED'] as const) : []),
    ...(isPost ? (['too_large', 'bad_type'] as const) : []),
    'unknown_host',
    'unexpected',
    'unavailable',
    ...(isPost ? (['outcome_unknown'] as const) : []),
  ];
  return withoutRepeats(codes.flatMap((code) => errorsOf(code).map((error) => documented(error, dialect, dialects))));
}

/** What the gateway throws for a code: more than one if they are told apart. */
function errorsOf(code: RefusalCode | EdgeRefusalCode): readonly ApiError[] {
  if (!isEdgeCode(code)) {
    const told: string = refusals[code].rest.code;
    return told === 'not_available' ? errorsOf(told) : [ofService(code)];
  }
  const { status, message } = edgeRefusals[code];
  // The path of a page that is not available comes before the words.
  const words = code === 'not_available' ? `PATH ${message}` : message;
  const fields = code === 'bad_json' ? { fields: { error: message } } : {};
  const more = { ...fields, retryAfterSeconds: passes.has(code) ? SAMPLE_SECONDS : undefined };
  const error = new ApiError(status, code, words, more);
  return code === 'unavailable' ? [error, new ApiError(status, code, words, { ...more, isSealed: true })] : [error];
}

function ofService(code: RefusalCode): ApiError {
  const { rest, message, repeats, carries = [] }: RefusalDefinition = refusals[code];
  const words = repeats === undefined ? message : `${message}${repeats.before}${samples[repeats.what]}${repeats.after}`;
  if (code === 'secret.gone') return unknownSecret(SAMPLE_KEY);
  const isLater = carries.includes('retryAfterSeconds');
  return new ApiError(rest.status, rest.code, words, { retryAfterSeconds: isLater ? SAMPLE_SECONDS : undefined });
}

/** As the dialect writes it. */
function documented(error: ApiError, dialect: DialectName, dialects: Dialects): DocumentedRefusal {
  const { status, body } = dialects[dialect].error(error, { shrimp: undefined, requestId: SAMPLE_ID, key: SAMPLE_KEY });
  const { code, message, error_type: type } = told.parse(body);
  const schema = bodiesOf[dialect](code, status);
  const { data: example } = schema.safeParse(body);
  return {
    ...{ status, code, message, schema },
    errorTypes: type === undefined ? [] : [type],
    mayBeRetried: error.retryAfterSeconds !== undefined,
    example: example as object | undefined,
  };
}

/** What bodies of every dialect say. */
const told = z.looseObject({ code: z.string(), message: z.string(), error_type: z.string().optional() });

const SAMPLE_KEY = 'p3s8g1y6e4u9a2l7i0o5x3w8q6d1z4k';
const SAMPLE_ID = 'k3x9q2m7-1f';
const SAMPLE_SECONDS = 30;

const isEdgeCode = (code: string): code is EdgeRefusalCode => code in edgeRefusals;

/** What the gateway refuses for a while. */
const passes: ReadonlySet<string> = new Set(['rate_limited', 'unavailable', 'outcome_unknown']);

/** What a message mentions of the request. */
const samples = { address: 'nobody', domain: 'once.acme.example', limit: '5' } as const;

const d18Bodies: Readonly<Record<string, z.ZodType>> = {
  bad_json: badJsonAnswer,
  intent_needed: intentNeededAnswer,
  hold_asked: holdAskedAnswer,
  unknown_secret: unknownSecretAnswer,
};

/** The body of an error by its code and status. */
const bodiesOf: Readonly<Record<DialectName, (code: string, status: number) => z.ZodType>> = {
  d18: (code, status) => d18Bodies[code] ?? (plainStatuses.has(status) ? plainErrorAnswer : failureAnswer),
  v1: () => v1ErrorAnswer,
  later: () => laterErrorAnswer,
  v3: () => v3ErrorAnswer,
};

/** One for each status and code; if any of them may be retried, it may. */
function withoutRepeats(found: readonly DocumentedRefusal[]): readonly DocumentedRefusal[] {
  const byName = Map.groupBy(found, ({ status, code }) => `${status} ${code}`);
  return [...byName.values()].flatMap((its) => {
    const [first] = its;
    if (first === undefined) return [];
    const errorTypes = its.flatMap((each) => each.errorTypes);
    return { ...first, errorTypes, mayBeRetried: its.some(({ mayBeRetried }) => mayBeRetried) };
  });
}
