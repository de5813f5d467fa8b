import type { Subgraph } from '@onceover/graphql-kit/subgraph';
import { NamedError, NotAuthorizedError, OutageError, OutcomeUnknownError } from '@onceover/service-kit/errors';
import type { InternalHandler } from '@onceover/service-kit/internal-call';
import type { Readiness } from '@onceover/service-kit/lifecycle';
import { isTraced, noTracing, type Tracing } from '@onceover/service-kit/tracing';
import { documentsOf } from './kept-documents.ts';
import type { OperationQuestion, Outcome, Question } from './protocol.ts';

/** What a service offers to others. */
export interface AnsweringService<Caller> {
  readonly subgraph?: Subgraph<Caller> | undefined;
  readonly internal: readonly InternalHandler[];
  ready(): Promise<Readiness>;
}

export interface AnsweringOptions<Caller> {
  /** The services that may ask operations of the graph. */
  readonly graphAskers: readonly string[];
  /** Reads who asks an operation, as the edge vouches for them. Throws for anything else. */
  readonly readCaller: (value: unknown) => Caller;
  readonly onFault: (error: unknown, asked: string) => void;
  /** Default: nothing is traced. */
  readonly tracing?: Tracing | undefined;
}

/** The service that asks may not ask this of the one that it asks. */
export class NotToAsk extends NamedError {}

/** Answers the questions of other services, each with an outcome of its own. */
export function answersOf<Caller>(
  { subgraph, internal }: Pick<AnsweringService<Caller>, 'subgraph' | 'internal'>,
  { graphAskers, readCaller, onFault, tracing = noTracing }: AnsweringOptions<Caller>,
) {
  const handlers = handlersByName(internal);
  const documentOf = subgraph === undefined ? undefined : documentsOf(subgraph);

  async function runOperation(question: OperationQuestion): Promise<Outcome> {
    if (subgraph === undefined || documentOf === undefined)
      throw new TypeError('this service has no part of the graph');
    const { operationName, variables } = question;
    const known = documentOf(question);
    if (known === undefined) return { kind: 'unknown-document' };
    const caller = readCaller(question.caller);
    const { document, run } = known;
    const value = await (run?.(variables, caller) ?? subgraph.execute({ document, variables, operationName, caller }));
    return { kind: 'answer', value };
  }

  async function runCall(name: string, input: unknown): Promise<Outcome> {
    const handler = handlers.get(name);
    if (handler === undefined) throw new TypeError(`this service does not answer ${name}`);
    return { kind: 'answer', value: await handler.handle(handler.call.input.parse(input) as never) };
  }

  const answerOf = (question: Question) =>
    question.kind === 'operation' ? runOperation(question) : runCall(question.name, question.input);

  return {
    /** Throws `NotToAsk`. */
    mustBeTheirs(question: Question, asker: string): void {
      const isOperation = question.kind === 'operation';
      const askers = isOperation ? graphAskers : (handlers.get(question.name)?.call.askers ?? []);
      if (askers.includes(asker)) return;
      throw new NotToAsk(
        `The service ${asker} may not ask ${isOperation ? 'operations of the graph' : question.name}.`,
      );
    },
    async answer(question: Question): Promise<Outcome> {
      try {
        if (!isTraced(question.traceparent)) return await answerOf(question);
        const asked = question.kind === 'operation' ? 'operation' : question.name;
        const spec = { name: `answer ${asked}`, kind: 'server', attributes: { 'rpc.method': asked } } as const;
        return await tracing.run(spec, () => answerOf(question), question.traceparent);
      } catch (error) {
        return outcomeOf(error, () => onFault(error, question.kind === 'operation' ? 'an operation' : question.name));
      }
    },
  };
}

function handlersByName(internal: readonly InternalHandler[]): ReadonlyMap<string, InternalHandler> {
  const handlers = new Map<string, InternalHandler>();
  for (const handler of internal) {
    const { name } = handler.call;
    if (handlers.has(name)) throw new Error(`${name} has two answers in one service`);
    handlers.set(name, handler);
  }
  return handlers;
}

function outcomeOf(error: unknown, tellFault: () => void): Outcome {
  if (error instanceof OutageError) {
    const { dependency, retryAfterSeconds } = error;
    return { kind: 'outage', dependency, retryAfterSeconds, isOutcomeUnknown: error instanceof OutcomeUnknownError };
  }
  if (error instanceof NotAuthorizedError) return { kind: 'not-authorized' };
  tellFault();
  return { kind: 'fault' };
}
