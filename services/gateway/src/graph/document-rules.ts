import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import {
  type ASTVisitor,
  GraphQLError,
  type OperationDefinitionNode,
  specifiedRules,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import { answersOf } from './field-limits.ts';

/** Limits of a document. Source: security 6.4. */
export const documentLimits = {
  depth: 8,
  aliases: 10,
  directives: 10,
  tokens: 1000,
  characters: 15_000,
  queryFields: 5,
} as const;

// The rules of graphql-armor throw by default, which validation would treat as a fault; so they report instead.
const reporting = {
  propagateOnRejection: false,
  onReject: [(context: ValidationContext | null, error: GraphQLError) => context?.reportError(error)],
};

const rulesOfAll: readonly ValidationRule[] = [
  maxDepthRule({ n: documentLimits.depth, flattenFragments: true, ...reporting }),
  maxAliasesRule({ n: documentLimits.aliases, ...reporting }),
  maxDirectivesRule({ n: documentLimits.directives, ...reporting }),
  rootFieldsRule,
];

/** What every document sent with POST must comply with, besides the schema. */
export const documentRules: ValidationRule[] = [...rulesOfAll, noSubscriptionsRule];

/** What the document of a subscription must comply with. */
export const liveDocumentRules: readonly ValidationRule[] = [...specifiedRules, ...rulesOfAll];

/** The schema that answers POST has none, which by itself would only fail when one runs. */
function noSubscriptionsRule(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(operation) {
      if (operation.operation === 'subscription') report(context, operation, NO_SUBSCRIPTIONS);
    },
  };
}

const NO_SUBSCRIPTIONS =
  'Subscriptions run over WebSocket: connect to this address with the protocol graphql-transport-ws. Here, ask with a query.';

/** A mutation has one root field, without an alias; a query has at most five. Those in fragments count too. */
export function rootFieldsRule(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(operation) {
      const fields = [...answersOf(context.getDocument(), [operation.selectionSet]).values()].flat();
      if (operation.operation === 'mutation') {
        if (fields.length > 1) report(context, operation, 'A mutation has exactly one field.');
        if (fields.some((field) => field.alias !== undefined)) {
          report(context, operation, 'The field of a mutation has no alias.');
        }
      } else if (fields.length > documentLimits.queryFields) {
        report(context, operation, `A query has at most ${documentLimits.queryFields} fields.`);
      }
    },
  };
}

function report(context: ValidationContext, operation: OperationDefinitionNode, message: string): void {
  context.reportError(new GraphQLError(message, { nodes: operation }));
}
