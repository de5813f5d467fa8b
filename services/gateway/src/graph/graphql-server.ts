import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import type { GraphQLSchema } from 'graphql';
import type { CaptchaLimits } from '../captcha/captcha.ts';
import { costOf } from './document-cost.ts';
import type { DocumentPlans } from './document-plans.ts';
import { documentLimits, documentRules } from './document-rules.ts';
import { limitsOfFields, takeToll } from './field-limits.ts';
import { publicError } from './graph-errors.ts';
import { keptDocuments, type MayBeKept } from './kept-documents.ts';
import type { GraphContext } from './supergraph.ts';

export interface GraphqlServerParts extends CaptchaLimits {
  readonly schema: GraphQLSchema;
  readonly mayBeKept: MayBeKept;
  readonly plans: DocumentPlans;
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
    documentStore: keptDocuments(parts.mayBeKept),
    parseOptions: { maxTokens: documentLimits.tokens },
    validationRules: documentRules,
    formatError: publicError,
    stringifyResult: (result) => JSON.stringify(result),
    logger: SILENT,
    plugins: [ApolloServerPluginLandingPageDisabled(), acceptedPlugin(parts)],
  });
  await server.start();
  return server;
}

/** Apollo's own messages could contain documents and values. What matters is logged where requests are answered. */
const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** What is done with every document that was accepted, before it runs: its plan is made, its cost and its fields are counted. */
function acceptedPlugin(parts: GraphqlServerParts): ApolloServerPlugin<GraphContext> {
  const { schema, plans } = parts;
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ source, document, operation, request, contextValue }) {
          if (!operation) return;
          const fields = limitsOfFields({ schema, document }, operation);
          const cost = costOf({ schema, document }, operation);
          plans.remember(source, document, { operationName: operation.name?.value, fields, cost });
          await takeToll(parts, { fields, cost: cost(request.variables ?? {}) }, contextValue);
        },
      };
    },
  };
}
