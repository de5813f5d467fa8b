import type { Caller } from '@onceover/schema/caller';
import {
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { type CaptchaLimits, requireCaptchaBeyond } from '../captcha/captcha.ts';
import { ApiError } from '../http/api-error.ts';
import { type LimitName, limitOf } from '../limits/limit-table.ts';
import { NeverEnough, RateLimited } from '../limits/request-limits.ts';
import { captchaNeeded, rateLimited, tooCostly } from './graph-errors.ts';

/** A document, and the schema that it asks. */
export interface Asked {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
}

/** The limits of every field that an operation asks, each as often as it is asked, so aliases and fragments gain nothing. */
export function limitsOfFields(asked: Asked, operation: OperationDefinitionNode): LimitName[] {
  const limitByField: Readonly<Partial<Record<string, LimitName>>> = limitOf;
  const root = asked.schema.getRootType(operation.operation);
  if (!root) return [];
  return [...fieldsOf(asked, root, [operation.selectionSet])].flatMap((field) => limitByField[field] ?? []);
}

/** Who asks, and the captcha they solved. */
export interface Asker {
  readonly caller: Caller;
  readonly solution: string | undefined;
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
 * Refuses  `RATE_LIMITED`, `CAPTCHA_MISSING` and `CAPTCHA_FAILED`; `BAD_INPUT` for what costs more than its caller ever has
 */
export async function takeToll(parts: CaptchaLimits, { fields, cost }: DocumentToll, asker: Asker): Promise<void> {
  const { limits } = parts;
  const { caller, solution } = asker;
  const { network } = caller;
  const actor = caller.kind === 'anonymous' ? { visitors: network } : { account: caller.accountRef };
  try {
    if (cost > 1) await limits.take('graphql', actor, cost - 1);
    for (const name of fields) {
      await limits.take(name, { network, ...actor });
      if (name === 'incoming') await requireCaptchaBeyond(parts, 'incomingUnproven', { caller, payload: solution });
    }
  } catch (error) {
    if (error instanceof RateLimited) throw rateLimited(error.retryAfterSeconds);
    if (error instanceof NeverEnough) throw tooCostly(cost, error.points);
    throw error instanceof ApiError ? captchaNeeded(error) : error;
  }
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

/** Fields under one name of the answer. */
export type SameAnswer = [FieldNode, ...FieldNode[]];

/** The fields of selections by the name of their answer: what is asked twice under one name is run once. */
export function answersOf(
  { document }: Pick<Asked, 'document'>,
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
        const fragment = document.definitions.find(isMeant);
        if (fragment?.kind === Kind.FRAGMENT_DEFINITION) collect(fragment.selectionSet);
      }
    }
  };
  for (const set of sets) collect(set);
  return found;
}
