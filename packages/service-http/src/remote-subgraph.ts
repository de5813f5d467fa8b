import { coverageOf, holdsValues } from '@onceover/graphql-kit/documents';
import { masked, type Subgraph, unavailable } from '@onceover/graphql-kit/subgraph';
import { OutageError } from '@onceover/service-kit/errors';
import type { WhenLost } from '@onceover/service-kit/internal-call';
import { recentlyUsed } from '@onceover/service-kit/recently-used';
import {
  type ASTNode,
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  getLocation,
  getOperationAST,
  Kind,
  parse,
  print,
  type SelectionNode,
  valueFromASTUntyped,
  visit,
} from 'graphql';
import { answerIn } from './answer-in.ts';
import { MOST_KEPT, nameOfDocument } from './kept-documents.ts';
import { type GraphResult, graphResult, type OperationQuestion, type Outcome, type SentQuestion } from './protocol.ts';

/** Asks the service that answers. Throws as `QuestionQueue.ask` does. */
export type AskQuestion = (question: SentQuestion, whenLost: WhenLost) => Promise<Outcome>;

export interface RemoteParts {
  readonly name: string;
  readonly sdl: string;
  readonly ask: AskQuestion;
  /** Called for faults of ours; the answer is masked. */
  readonly onFault: (error: unknown) => void;
}

/** A document as it is sent. */
interface SentDocument {
  readonly text: string;
  /** Undefined for one with values in its text, which nobody may keep. */
  readonly hash: string | undefined;
  /** Whether the other side was sent the text before. */
  isTold: boolean;
}

interface Asked<Caller> extends Pick<OperationQuestion, 'isPrepared' | 'variables'> {
  readonly document: DocumentNode;
  readonly operationName?: string | undefined;
  readonly caller: Caller;
}

/**
 * The subgraph of a service that runs elsewhere. A document is sent with its text once, then by its hash; one with values in its
 * text every time, because the other side must not keep it. What it covers is decided here, by the SDL.
 */
export function remoteSubgraph<Caller>({ name, sdl, ask, onFault }: RemoteParts): Subgraph<Caller> {
  const covers = coverageOf(sdl);
  const executed = recentlyUsed<SentDocument>(MOST_KEPT);

  async function outcomeOf(
    sent: SentDocument,
    rest: Omit<Asked<Caller>, 'document'>,
    whenLost: WhenLost,
  ): Promise<Outcome> {
    const { text, hash } = sent;
    if (hash !== undefined && sent.isTold) {
      const outcome = await ask({ kind: 'operation', hash, ...rest }, whenLost);
      // A process that started since then, or one among several.
      if (outcome.kind !== 'unknown-document') return outcome;
    }
    const outcome = await ask({ kind: 'operation', ...(hash !== undefined && { hash }), text, ...rest }, whenLost);
    sent.isTold = true;
    return outcome;
  }

  async function run(sent: SentDocument, { document, ...rest }: Asked<Caller>): Promise<ExecutionResult> {
    try {
      const outcome = await outcomeOf(sent, rest, whenLostOf(document, rest));
      // The other side has logged why.
      if (outcome.kind === 'fault') return { errors: [masked()], data: null };
      return resultOf(answerIn(outcome, 'an operation'), document);
    } catch (error) {
      if (error instanceof OutageError) return { errors: [unavailable(error)], data: null };
      onFault(error);
      return { errors: [masked()], data: null };
    }
  }

  return {
    name,
    sdl,
    async execute({ document, variables = {}, ...request }) {
      const fresh = sentDocument(document);
      const sent = executed.get(fresh.text) ?? fresh;
      if (sent === fresh && fresh.hash !== undefined) executed.set(fresh.text, fresh);
      return await run(sent, { document, isPrepared: false, variables, ...request });
    },
    prepare(document) {
      if (!covers(document)) return undefined;
      const sent = sentDocument(document);
      return (variables, caller) => run(sent, { document, isPrepared: true, variables, caller });
    },
  };
}

/**
 * A change may be asked for again if all that it asks for has an `idempotencyKey`: as an argument, or as a field of one. Anything
 * else that changes something is asked for once.
 */
function whenLostOf(
  document: DocumentNode,
  { operationName, variables }: Pick<Asked<unknown>, 'operationName' | 'variables'>,
): WhenLost {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== 'mutation') return 'repeat';
  const isKeyed = (selection: SelectionNode) =>
    selection.kind === Kind.FIELD &&
    (selection.arguments ?? []).some(({ name, value }) => {
      const given = valueFromASTUntyped(value, variables) as { readonly [KEY]?: unknown } | null | undefined;
      return hasText(name.value === KEY ? given : given?.[KEY]);
    });
  return operation.selectionSet.selections.every(isKeyed) ? 'replay' : 'unknown';
}

const KEY = 'idempotencyKey';
const hasText = (value: unknown) => typeof value === 'string' && value !== '';

function sentDocument(document: DocumentNode): SentDocument {
  // Printed, because a document that was put together from another one still refers to the text of that one.
  const text = print(document);
  return { text, hash: holdsValues(document) ? undefined : nameOfDocument(text), isTold: false };
}

function resultOf(value: unknown, document: DocumentNode): ExecutionResult {
  const { data, errors } = graphResult.parse(value);
  return {
    ...(errors && { errors: errorsOf(errors, document) }),
    ...(data !== undefined && { data }),
  };
}

/** Errors as if they had happened here: they refer to the document as it was written, not as it was sent. */
function errorsOf(errors: NonNullable<GraphResult['errors']>, document: DocumentNode): GraphQLError[] {
  const written = placesIn(document);
  const sent = placesIn(parse(print(document)));
  const nodes = new Map(sent.map((node, at) => [placeOf(node), written[at]]));
  return errors.map(({ message, locations = [], path, extensions = {} }) => {
    const found = locations.flatMap(({ line, column }) => nodes.get(`${line}:${column}`) ?? []);
    return new GraphQLError(message, { nodes: found.length === 0 ? null : found, path: path ?? null, extensions });
  });
}

/** Whatever an error may refer to, in the order of the document. */
function placesIn(document: DocumentNode): ASTNode[] {
  const places: ASTNode[] = [];
  visit(document, {
    enter(node) {
      if (node.kind === Kind.FIELD || node.kind === Kind.VARIABLE_DEFINITION) places.push(node);
    },
  });
  return places;
}

function placeOf({ loc }: ASTNode): string {
  if (loc === undefined) return '';
  const { line, column } = getLocation(loc.source, loc.start);
  return `${line}:${column}`;
}
