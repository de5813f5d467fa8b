import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import type { Caller } from '@onceover/graphql-kit/caller';
import type { GraphQLSchema } from 'graphql';
import { type LimitName, limitOf } from '../limits/limit-table.ts';
import { RateLimited, type RequestLimits } from '../limits/request-limits.ts';
import { documentLimits, documentRules, rootFieldsOf } from './document-rules.ts';
import { publicError, rateLimited } from './graph-errors.ts';
import type { GraphContext } from './supergraph.ts';

/** What the server is made of. */
export interface GraphqlServerParts {
  readonly schema: GraphQLSchema;
  readonly limits: RequestLimits;
  /** Whether introspection is allowed; only on loopback. */
  readonly isOpen: boolean;
}

/** Apollo Server on the supergraph, restricted as security 6.4 requires. Stop it after the last request. */
export async function startGraphqlServer(parts: GraphqlServerParts): Promise<ApolloServer<GraphContext>> {
  const server = new ApolloServer<GraphContext>({
    schema: parts.schema,
    introspection: parts.isOpen,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: true,
    stopOnTerminationSignals: false,
    parseOptions: { maxTokens: documentLimits.tokens },
    validationRules: documentRules,
    formatError: publicError,
    logger: SILENT,
    plugins: [ApolloServerPluginLandingPageDisabled(), limitPlugin(parts.limits)],
  });
  await server.start();
  return server;
}

/** Apollo's own messages could contain documents and values. What matters is logged where requests are answered. */
const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Counts every root field against its limit, so aliases and fragments gain nothing. */
function limitPlugin(limits: RequestLimits): ApolloServerPlugin<GraphContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ document, operation, contextValue }) {
          if (operation === undefined) return;
          const definitions = new Map(
            document.definitions.flatMap((node) =>
              node.kind === 'FragmentDefinition' ? [[node.name.value, node] as const] : [],
            ),
          );
          const fragments = { getFragment: (name: string) => definitions.get(name) };
          const fields = rootFieldsOf(fragments, operation).map(({ name }) => name.value);
          for (const field of fields) await takeForField(limits, field, contextValue.caller);
        },
      };
    },
  };
}

/** Counts one root field. Throws the graph's `RATE_LIMITED`. */
async function takeForField(limits: RequestLimits, field: string, caller: Caller): Promise<void> {
  const limitByField: Readonly<Partial<Record<string, LimitName>>> = limitOf;
  const name = limitByField[field];
  if (name === undefined) return;
  const { network } = caller;
  const actor = caller.kind === 'anonymous' ? { visitors: network } : { account: caller.accountRef };
  try {
    await limits.take(name, { network, ...actor });
  } catch (error) {
    throw error instanceof RateLimited ? rateLimited(error.retryAfterSeconds) : error;
  }
}
