import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import type { GraphQLSchema } from 'graphql';
import type { LimitName } from '../limits/limit-table.ts';
import { RateLimited, type RequestLimits } from '../limits/request-limits.ts';
import { documentLimits, documentRules, rootFieldsOf } from './document-rules.ts';
import { publicError, rateLimited } from './graph-errors.ts';
import type { GraphContext } from './supergraph.ts';

/** Which limit a field of the graph counts against; the same as its row of `/api/v2`. */
const fieldLimits: Readonly<Record<string, LimitName>> = {
  concealSecret: 'conceal',
  revealSecret: 'reveal',
  burnSecret: 'burn',
  acknowledgeSecret: 'look',
  secret: 'look',
  metadata: 'look',
};

/** How open the graph is. */
export interface GraphqlServerParts {
  readonly schema: GraphQLSchema;
  readonly limits: RequestLimits;
  /** Introspection; for loopback only. */
  readonly isOpen: boolean;
}

/** Apollo Server on the supergraph, closed down as security 6.4 asks. Stop it after the last request. */
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

/** Apollo's own words would carry documents and values; what matters is logged at our edges. */
const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Counts every root field against the limit of its row, so that aliases and fragments win nothing. */
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
          for (const field of fields) await takeOf(limits, fieldLimits[field], contextValue.caller.network);
        },
      };
    },
  };
}

async function takeOf(limits: RequestLimits, name: LimitName | undefined, network: string): Promise<void> {
  if (name === undefined) return;
  try {
    await limits.take(name, network);
  } catch (error) {
    throw error instanceof RateLimited ? rateLimited(error.retryAfterSeconds) : error;
  }
}
