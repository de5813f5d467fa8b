import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import type { Caller } from '@onceover/graphql-kit/caller';
import {
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { type LimitName, limitOf } from '../limits/limit-table.ts';
import { RateLimited, type RequestLimits } from '../limits/request-limits.ts';
import { documentLimits, documentRules } from './document-rules.ts';
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
    plugins: [ApolloServerPluginLandingPageDisabled(), limitPlugin(parts)],
  });
  await server.start();
  return server;
}

/** Apollo's own messages could contain documents and values. What matters is logged where requests are answered. */
const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Counts every field that has a limit, as often as it is asked, so aliases and fragments gain nothing. */
function limitPlugin({ schema, limits }: GraphqlServerParts): ApolloServerPlugin<GraphContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ document, operation, contextValue }) {
          const root = operation && schema.getRootType(operation.operation);
          if (!root) return;
          for (const field of fieldsOf({ schema, document }, root, [operation.selectionSet])) {
            await takeForField(limits, field, contextValue.caller);
          }
        },
      };
    },
  };
}

interface Asked {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
}

/** Every field that is run for an object of that type: at the top by its name, below with its type. */
function* fieldsOf(asked: Asked, type: GraphQLObjectType, sets: readonly SelectionSetNode[]): Generator<string> {
  const isTop = type === asked.schema.getQueryType() || type === asked.schema.getMutationType();
  for (const nodes of answersOf(asked, sets).values()) {
    const [{ name }] = nodes;
    yield isTop ? name.value : `${type.name}.${name.value}`;
    const below = getNamedType(type.getFields()[name.value]?.type);
    const selected = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    if (isObjectType(below) && selected.length > 0) yield* fieldsOf(asked, below, selected);
  }
}

type SameAnswer = [FieldNode, ...FieldNode[]];

/** The fields of selections by the name of their answer: what is asked twice under one name is run once. */
function answersOf({ document }: Asked, sets: readonly SelectionSetNode[]): ReadonlyMap<string, SameAnswer> {
  const found = new Map<string, SameAnswer>();
  const seen = new Set<string>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        found.set(name, [...(found.get(name) ?? []), selection] as SameAnswer);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet);
      else if (!seen.has(selection.name.value)) {
        seen.add(selection.name.value);
        const isMeant = (node: DefinitionNode) =>
          node.kind === Kind.FRAGMENT_DEFINITION && node.name.value === selection.name.value;
        const fragment = document.definitions.find(isMeant);
        if (fragment?.kind === Kind.FRAGMENT_DEFINITION) collect(fragment.selectionSet);
      }
    }
  };
  for (const set of sets) collect(set);
  return found;
}

/** Counts one field. Throws the graph's `RATE_LIMITED`. */
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
