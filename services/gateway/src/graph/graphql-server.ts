import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import type { GraphQLSchema } from 'graphql';
import type { RequestLimits } from '../limits/request-limits.ts';
import { documentLimits, documentRules, rootFieldsOf } from './document-rules.ts';
import { takeForField } from './field-limits.ts';
import { publicError } from './graph-errors.ts';
import type { GraphContext } from './supergraph.ts';

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
          for (const field of fields) await takeForField(limits, field, contextValue.caller);
        },
      };
    },
  };
}
