import {
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { type CaptchaLimits, requireCaptchaBeyond, requireCaptchaToConceal } from '../captcha/captcha.ts';
import { ApiError } from '../http/api-error.ts';
import { type LimitName, limitOf } from '../limits/limit-table.ts';
import { NeverEnough, RateLimited } from '../limits/request-limits.ts';
import { captchaNeeded, intentNeeded, rateLimited, tooCostly } from './graph-errors.ts';
import type { GraphContext } from './supergraph.ts';

/** A document, and the schema that it asks. */
export interface Asked {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
}

const limitByField: Readonly<Partial<Record<string, LimitName>>> = limitOf;

/** The limits of every field that an operation asks, each as often as it is asked, so aliases and fragments gain nothing. */
export function limitsOfFields(asked: Asked, operation: OperationDefinitionNode): LimitName[] {
  const root = asked.schema.getRootType(operation.operation);
  return root ? limitsOf(asked, root, [operation.selectionSet]) : [];
}

/** What a document is counted with before it runs. */
export interface DocumentToll {
  /** The limits of its fields. */
  readonly fields: readonly LimitName[];
  /** In points; the first was taken with the request, before its document was read. */
  readonly cost: number;
}

/**
 * Takes the cost of a document and counts its fields.
 *
 * Refuses  `RATE_LIMITED`, `CAPTCHA_MISSING`, `CAPTCHA_FAILED` and `INTENT_NEEDED`; `BAD_INPUT` for what costs more than its caller ever has
 */
export async function takeToll(
  parts: CaptchaLimits,
  { fields, cost }: DocumentToll,
  { caller, solution, isBrowser }: Omit<GraphContext, 'subgraphs'>,
): Promise<void> {
  const { limits } = parts;
  const { network } = caller;
  const actor = caller.kind === 'anonymous' ? { visitors: network } : { account: caller.accountRef };
  try {
    if (cost > 1) await limits.take('graphql', actor, cost - 1);
    for (const name of fields) {
      await limits.take(name, { network, ...actor });
      if (name === 'reveal' && isBrowser === true) throw intentNeeded();
      const sent = { caller, payload: solution };
      if (name === 'incoming') await requireCaptchaBeyond(parts, 'incomingUnproven', sent);
      if (name === 'conceal') await requireCaptchaToConceal(parts, sent);
    }
  } catch (error) {
    if (error instanceof RateLimited) throw rateLimited(error.retryAfterSeconds);
    if (error instanceof NeverEnough) throw tooCostly(cost, error.points);
    throw error instanceof ApiError ? captchaNeeded(error) : error;
  }
}

/** Of the fields that are run for an object of that type: by their names at the top, below it with their types. */
function limitsOf(asked: Asked, type: GraphQLObjectType, sets: readonly SelectionSetNode[]): LimitName[] {
  const isTop = type === asked.schema.getQueryType() || type === asked.schema.getMutationType();
  return [...answersOf(asked.document, sets).values()].flatMap((nodes) => {
    const name = nodes[0].name.value;
    // A fragment on another member of a union may ask what this one does not have.
    const field = type.getFields()[name];
    if (field === undefined) return [];
    const selected = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    const members = membersOf(asked.schema, getNamedType(field.type));
    const own = limitByField[isTop ? name : `${type.name}.${name}`] ?? [];
    return [own, mostOf(members.map((member) => limitsOf(asked, member, selected)))].flat();
  });
}

/** Each as often as in the list that has it most: what is asked becomes one of them, and nobody knows which. */
function mostOf(lists: readonly (readonly LimitName[])[]): LimitName[] {
  const times = (list: readonly LimitName[], wanted: LimitName) => list.filter((name) => name === wanted).length;
  return [...new Set(lists.flat())].flatMap((name) => {
    return new Array<LimitName>(Math.max(...lists.map((list) => times(list, name)))).fill(name);
  });
}

/** The objects that a type can be; none for a scalar or an enum. */
export function membersOf(schema: GraphQLSchema, type: GraphQLNamedType): readonly GraphQLObjectType[] {
  if (isObjectType(type)) return [type];
  return isAbstractType(type) ? schema.getPossibleTypes(type) : [];
}

/** Fields under one name of the answer. */
export type SameAnswer = [FieldNode, ...FieldNode[]];

/** The fields of selections by the name of their answer: what is asked twice under one name is run once. */
export function answersOf(
  { definitions }: DocumentNode,
  sets: readonly SelectionSetNode[],
): ReadonlyMap<string, SameAnswer> {
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
        const fragment = definitions.find(isMeant);
        if (fragment?.kind === Kind.FRAGMENT_DEFINITION) collect(fragment.selectionSet);
      }
    }
  };
  for (const set of sets) collect(set);
  return found;
}
