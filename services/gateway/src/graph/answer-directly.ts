import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '@onceover/schema/caller';
import { type CaptchaLimits, sentSolution } from '../captcha/captcha.ts';
import type { Answer } from '../http/send.ts';
import { opensInBrowser } from '../people/openings.ts';
import type { DocumentPlans } from './document-plans.ts';
import { takeToll } from './field-limits.ts';
import { shownError } from './graph-errors.ts';

/** A request of the graph from somebody who may ask it, with a document that was admitted. */
export interface AdmittedRequest {
  readonly headers: IncomingHttpHeaders;
  /** As it was read from JSON. */
  readonly body: unknown;
  readonly caller: Caller;
}

/**
 * Answers a request by the plan of its document, exactly as the server would. Undefined for a document without a plan, and
 * for a request that is not of the plainest form: the server answers those.
 *
 * Refuses  the graph's `RATE_LIMITED`, `BAD_INPUT` for too high a cost
 */
export async function answerDirectly(
  { headers, body, caller }: AdmittedRequest,
  parts: CaptchaLimits & { readonly plans: DocumentPlans },
): Promise<Omit<Answer, 'headers'> | undefined> {
  const question = plainQuestion(body);
  if (question === undefined || !isPlainJson(headers)) return undefined;
  const plan = parts.plans.find(question.query);
  const { operationName = plan?.operationName } = question;
  if (plan === undefined || operationName !== plan.operationName) return undefined;
  const toll = { fields: plan.fields, cost: plan.cost(question.variables) };
  await takeToll(parts, toll, { caller, solution: sentSolution(headers), isBrowser: opensInBrowser(headers) });
  const { data, errors } = await plan.run(question.variables, caller);
  // Variables that do not fit leave no data, not even null.
  return { status: data === undefined ? 400 : 200, body: JSON.stringify({ errors: errors?.map(shownError), data }) };
}

interface PlainQuestion {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | undefined;
}

function plainQuestion(body: unknown): PlainQuestion | undefined {
  if (!isRecord(body)) return undefined;
  const { query, variables, operationName, extensions } = body;
  if (typeof query !== 'string' || !isAbsent(extensions)) return undefined;
  if (!isAbsent(variables) && !isRecord(variables)) return undefined;
  if (!isAbsent(operationName) && typeof operationName !== 'string') return undefined;
  return { query, variables: variables ?? {}, operationName: operationName ?? undefined };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

const SENT = /^application\/json(?:; ?charset=utf-8)?$/i;
const MEDIA_RANGE = String.raw`[\w*.+-]+\/[\w*.+-]+(?:; ?q=(?:1|0\.[1-9]\d?))?`;
const LIST_OF_RANGES = new RegExp(`^${MEDIA_RANGE}(?:, ?${MEDIA_RANGE})*$`);
const ACCEPTED = /(?:^|, ?)(?:application\/json|\*\/\*)(?:$|[,;])/;

/** Whether JSON was sent and is wanted, said in the usual way. */
function isPlainJson({ 'content-type': type = '', accept }: IncomingHttpHeaders): boolean {
  if (!SENT.test(type)) return false;
  return accept === undefined || accept === '*/*' || (LIST_OF_RANGES.test(accept) && ACCEPTED.test(accept));
}
