import type { Subgraph } from '@onceover/graphql-kit/subgraph';
import type { Caller } from '@onceover/schema/caller';
import { liveSdl } from '@onceover/schema/sdl';
import { recentlyUsed } from '@onceover/service-kit/recently-used';
import {
  type ASTVisitor,
  type DocumentNode,
  type ExecutionResult,
  execute,
  extendSchema,
  GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getArgumentValues,
  getVariableValues,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  type ValidationContext,
  validate,
} from 'graphql';
import { costOf, type DocumentCost } from '../graph/document-cost.ts';
import { preparedBy } from '../graph/document-plans.ts';
import { documentLimits, liveDocumentRules } from '../graph/document-rules.ts';
import { limitsOfFields } from '../graph/field-limits.ts';
import { badInput, unfitVariable } from '../graph/graph-errors.ts';
import { type MayBeKept, MOST_KEPT } from '../graph/kept-documents.ts';
import type { GraphContext } from '../graph/supergraph.ts';
import type { LimitName } from '../limits/limit-table.ts';
import type { OperationVariables } from '../operations/stored-operation.ts';
import type { AskedField, LiveField } from './live-field.ts';

/** A subscription that was accepted. */
export interface LiveDocument {
  readonly field: LiveField;
  /** The limits of its query's fields, and its cost: counted once, when it begins. */
  readonly fields: readonly LimitName[];
  readonly cost: DocumentCost;
  /** The field's arguments. Throws a `GraphQLError` for variables that do not fit. */
  argsOf(variables: OperationVariables): OperationVariables;
  /** Asks the query that it stands for. */
  run(variables: OperationVariables, caller: Caller): Promise<ExecutionResult>;
}

/** Reads the document of a subscription. Throws the `GraphQLError` that refuses it. */
export type ReadLiveDocument = (text: string) => LiveDocument;

export interface LiveDocumentParts {
  /** The supergraph. */
  readonly schema: GraphQLSchema;
  readonly subgraphs: readonly Subgraph<Caller>[];
  readonly mayBeKept: MayBeKept;
  /** By the name of the root field. */
  readonly fields: Readonly<Record<string, LiveField>>;
}

/**
 * Reads subscriptions by the rules of all documents, and remembers those that hold no values of somebody. Throws where no
 * field of the schema is said to carry a link: then the rule about them would allow everything.
 */
export function liveDocuments(parts: LiveDocumentParts): ReadLiveDocument {
  const withLive = extendSchema(parts.schema, parse(`${liveSdl()} extend schema { subscription: Subscription }`));
  if (!hasLinks(withLive)) throw new Error(`the schema says of no field that it carries a ${LINK}`);
  const kept = recentlyUsed<LiveDocument>(MOST_KEPT);
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const document = documentIn(text);
    const operation = onlySubscription(document);
    mustFit(document, withLive);
    const live = liveDocumentOf(document, operation, { ...parts, withLive });
    if (parts.mayBeKept(document)) kept.set(text, live);
    return live;
  };
}

function documentIn(text: string): DocumentNode {
  if (text.length > documentLimits.characters) throw badInput('The document is too long');
  try {
    return parse(text, { maxTokens: documentLimits.tokens });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    throw new GraphQLError(error.message, {
      positions: error.positions ?? null,
      source: error.source ?? null,
      extensions: { code: 'GRAPHQL_PARSE_FAILED' },
    });
  }
}

function onlySubscription({ definitions }: DocumentNode): OperationDefinitionNode {
  const operations = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const [operation] = operations;
  if (operation === undefined || operations.length > 1) throw badInput('Send one subscription at a time.');
  if (operation.operation === OperationTypeNode.SUBSCRIPTION) return operation;
  throw badInput('Only subscriptions run here. Send queries and mutations with POST to /graphql.');
}

function mustFit(document: DocumentNode, schema: GraphQLSchema): void {
  const [problem] = validate(schema, document, [...liveDocumentRules, noLinkRule]);
  if (problem === undefined) return;
  throw new GraphQLError(problem.message, {
    nodes: problem.nodes ?? null,
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
  });
}

/** How the schema tags the fields that open a secret. */
const LINK = 'share-link';

function carriesLink(field: GraphQLField<unknown, unknown> | null | undefined): boolean {
  return (field?.astNode?.directives ?? []).some(
    ({ name, arguments: [tag] = [] }) =>
      name.value === 'tag' && tag?.value.kind === Kind.STRING && tag.value.value === LINK,
  );
}

function hasLinks(schema: GraphQLSchema): boolean {
  const fieldsOf = (type: GraphQLNamedType) => (isObjectType(type) ? Object.values(type.getFields()) : []);
  return Object.values(schema.getTypeMap()).some((type) => fieldsOf(type).some(carriesLink));
}

/** What is sent again and again says how things stand; the link is asked for with a query. */
function noLinkRule(context: ValidationContext): ASTVisitor {
  return {
    Field(node) {
      if (!carriesLink(context.getFieldDef())) return;
      context.reportError(
        new GraphQLError('A subscription carries no link. Ask for it with a query.', { nodes: node }),
      );
    },
  };
}

function liveDocumentOf(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  { withLive, ...parts }: LiveDocumentParts & { readonly withLive: GraphQLSchema },
): LiveDocument {
  const [root] = operation.selectionSet.selections;
  // Validation has made sure that there is one field; here it must also stand there itself.
  if (root?.kind !== Kind.FIELD) throw badInput('Write the field of a subscription without a fragment.');
  const definition = withLive.getSubscriptionType()?.getFields()[root.name.value];
  const field = parts.fields[root.name.value];
  if (definition === undefined || field === undefined) throw badInput('Subscribe to one field of the subscriptions.');
  const queried = asQuery(operation, field.asQuery(root));
  const query = { ...document, definitions: document.definitions.map((node) => (node === operation ? queried : node)) };
  const asked = { schema: parts.schema, document: query };
  const prepared = preparedBy(parts.subgraphs, query);
  return {
    field,
    fields: limitsOfFields(asked, queried),
    cost: costOf(asked, queried),
    argsOf(variables) {
      const { coerced, errors = [] } = getVariableValues(withLive, operation.variableDefinitions ?? [], variables);
      const [problem] = errors;
      if (problem !== undefined) throw badInput(unfitVariable(problem.message));
      return getArgumentValues(definition, root, coerced);
    },
    async run(variableValues, caller) {
      if (prepared !== undefined) return await prepared(variableValues, caller);
      const contextValue: GraphContext = { caller, subgraphs: parts.subgraphs };
      return await execute({ ...asked, variableValues, contextValue });
    },
  };
}

function asQuery(operation: OperationDefinitionNode, asked: AskedField): OperationDefinitionNode {
  return {
    ...operation,
    operation: OperationTypeNode.QUERY,
    variableDefinitions: [...(operation.variableDefinitions ?? []), ...(asked.variables ?? [])],
    selectionSet: { ...operation.selectionSet, selections: [asked.field] },
  };
}
