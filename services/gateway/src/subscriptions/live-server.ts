import type { Caller } from '@onceover/schema/caller';
import { OutageError } from '@onceover/service-kit/errors';
import { type FormattedExecutionResult, GraphQLError, type GraphQLFormattedError, parse } from 'graphql';
import { type Context, type ExecutionResult, makeServer, type Server, type SubscribePayload } from 'graphql-ws';
import type { EdgeParts } from '../edge-parts.ts';
import { takeToll } from '../graph/field-limits.ts';
import type { GraphGuest } from '../graph/graph-caller.ts';
import { badInput, publicError, rateLimited, unavailable } from '../graph/graph-errors.ts';
import type { Graph } from '../graph/open-graph.ts';
import { RateLimited } from '../limits/request-limits.ts';
import { gatewayLog } from '../logger.ts';
import { actorOf } from '../session/actor-of.ts';
import type { Identity } from '../session/identity.ts';
import type { ReadLiveDocument } from './live-documents.ts';
import { liveLimits } from './live-limits.ts';
import { type LiveStream, liveStream } from './live-stream.ts';
import { hasFormToken } from './may-listen.ts';
import { type RunLive, sharedAsking } from './shared-asking.ts';

/** Who is at the other end of a socket, with the rights found when the session was last checked. */
export interface LiveGuest extends Omit<GraphGuest, 'identity'> {
  identity: Identity;
}

export interface LiveServerParts extends EdgeParts, Graph {
  readonly readLiveDocument: ReadLiveDocument;
}

/** The library asks what kind of operation was accepted, and reads nothing else of it. */
const SUBSCRIPTION = parse('subscription { _ }');

type LiveContext = Context<Record<string, unknown> | undefined, LiveGuest>;

/** What `subscribe` finds when the document was accepted. */
interface Accepted {
  readonly stream: LiveStream;
}

/**
 * The protocol graphql-transport-ws: a form token for sessions first, then subscriptions, each accepted by the rules of the
 * graph and counted like its query, before it is read.
 *
 * Closes  4400 for what is not the protocol, 4401 before the first message was answered, 4403 without a form token, 4408
 *         without a first message, 4409 for an id in use
 */
export function liveServer(parts: LiveServerParts): Server<LiveGuest> {
  const run = sharedAsking();
  return makeServer<Record<string, unknown> | undefined, LiveGuest>({
    connectionInitWaitTimeout: liveLimits.initMs,
    onConnect: ({ connectionParams, extra }) => hasFormToken(extra.identity, connectionParams, parts.tokens),
    onSubscribe: async (context, _id, payload) => {
      try {
        const stream = await openStream(context, payload, { ...parts, run });
        return { schema: parts.schema, document: SUBSCRIPTION, contextValue: { stream } satisfies Accepted };
      } catch (error) {
        return [graphErrorFrom(error)];
      }
    },
    subscribe: ({ contextValue }) => (contextValue as Accepted).stream,
    onNext: (_context, _id, _payload, _args, result) => shown(result),
    onError: (_context, _id, _payload, errors) => errors.map(shownError),
  });
}

async function openStream(
  { extra, subscriptions }: LiveContext,
  { query, variables, operationName }: SubscribePayload,
  parts: LiveServerParts & { readonly run: RunLive },
): Promise<LiveStream> {
  // The one that is being opened is counted among them already.
  if (Object.keys(subscriptions).length > liveLimits.streams) {
    throw badInput(`A socket has at most ${liveLimits.streams} subscriptions. Complete one first.`);
  }
  if (typeof query !== 'string') throw badInput('Send the document of the subscription in "query".');
  // The point that a request costs before its document is read: this may be the hundredth document of the socket.
  await parts.limits.take('graphql', actorOf(extra.identity));
  parts.admitDocument({ query, operationName }, extra.mayAskAnything);
  const document = parts.readLiveDocument(query);
  const given = variables ?? {};
  const args = document.argsOf(given);
  const caller = (): Caller => extra.identity.caller;
  const toll = { fields: document.fields, cost: document.cost(given) };
  await takeToll(parts, toll, { caller: caller() });
  return liveStream((signal) =>
    document.field.answers({
      args,
      caller,
      ask: (more) => parts.run(document, { ...given, ...more }, caller()),
      signal,
    }),
  );
}

/** What a client may see of an answer. */
function shown({ data = null, errors }: ExecutionResult): FormattedExecutionResult {
  return errors === undefined ? { data } : { data, errors: errors.map((error) => shownError(error)) };
}

function shownError(error: GraphQLError): GraphQLFormattedError {
  return publicError(graphErrorFrom(error.originalError ?? error).toJSON());
}

function graphErrorFrom(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  if (error instanceof RateLimited) return rateLimited(error.retryAfterSeconds);
  if (error instanceof OutageError) return unavailable(error.retryAfterSeconds);
  gatewayLog.error({ route: '/graphql', err: error }, 'a subscription failed unexpectedly');
  return new GraphQLError('An unexpected error occurred :[');
}
