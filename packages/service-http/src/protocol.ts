import { TRACEPARENT } from '@onceover/service-kit/origin';
import { z } from 'zod';

/** Where questions are sent, with `POST`. */
export const BATCH_PATH = '/batch';

/** Questions in one request, at most. */
export const MOST_QUESTIONS = 64;

/** Bytes of one request, at most. */
export const MOST_REQUEST_BYTES = 16 * 1024 * 1024;

/** The W3C trace context of whoever asks; absent: it is not traced. */
const traceparent = z.string().regex(TRACEPARENT).exactOptional();

const question = z.discriminatedUnion('kind', [
  /** An operation of the graph. Without the hash the document is forgotten after it; without the text it is one that was kept. */
  z.object({
    kind: z.literal('operation'),
    hash: z.string().max(43).exactOptional(),
    text: z.string().exactOptional(),
    /** Whether the document has one operation, which is asked again and again. */
    isPrepared: z.boolean(),
    operationName: z.string().exactOptional(),
    variables: z.record(z.string(), z.unknown()),
    caller: z.unknown(),
    traceparent,
  }),
  z.object({ kind: z.literal('call'), name: z.string().max(100), input: z.unknown(), traceparent }),
]);
export type Question = z.output<typeof question>;
/** A question as it is asked, before it is JSON. */
export type SentQuestion =
  | (Omit<OperationQuestion, 'operationName'> & { readonly operationName?: string | undefined })
  | Extract<Question, { readonly kind: 'call' }>;
export type OperationQuestion = Extract<Question, { readonly kind: 'operation' }>;

/** The body of a request. */
export const questions = z.array(question).min(1).max(MOST_QUESTIONS);

const outcome = z.discriminatedUnion('kind', [
  /** What the operation or the call answered. */
  z.object({ kind: z.literal('answer'), value: z.unknown() }),
  /** No document with this hash is kept. Nothing was run: ask again with the text. */
  z.object({ kind: z.literal('unknown-document') }),
  z.object({
    kind: z.literal('outage'),
    dependency: z.string(),
    retryAfterSeconds: z.number(),
    isOutcomeUnknown: z.boolean(),
  }),
  z.object({ kind: z.literal('not-authorized') }),
  /** It was logged by the service that was asked. */
  z.object({ kind: z.literal('fault') }),
]);
export type Outcome = z.output<typeof outcome>;

/** A line of the answer: which question, and its outcome. Lines come as questions are answered. */
export const outcomeLine = z.tuple([z.int().nonnegative(), outcome]);

/** What an answer that is no batch says. */
export const refusalBody = z.object({ message: z.string() });

/** The words of a result of the graph, as they travel. */
export const graphResult = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .array(
      z.object({
        message: z.string(),
        locations: z.array(z.object({ line: z.int(), column: z.int() })).optional(),
        path: z.array(z.union([z.string(), z.number()])).optional(),
        extensions: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .optional(),
});
export type GraphResult = z.output<typeof graphResult>;

/** What mutual TLS needs, all of it PEM. */
export interface TlsIdentity {
  readonly key: string;
  readonly cert: string;
  /** Whose certificates the other side may have. */
  readonly ca: string;
}
