import { NotAuthorizedError, OutageError, OutcomeUnknownError } from '@onceover/service-kit/errors';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLInputType,
  isAbstractType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  Kind,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { everyType, type Field, leafOf, type Mood } from './answering-anything.ts';

const failures: readonly Error[] = [
  new OutageError('keys', { retryAfterSeconds: 7 }),
  new OutcomeUnknownError('postgres'),
  new NotAuthorizedError(),
  new GraphQLError('Malformed cursor', { extensions: { code: 'BAD_INPUT', reason: 'cursor' } }),
  new TypeError('nobody outside should see this'),
];

/** What can happen to a document: each member of its unions, nothing where nothing may be, and each field failing alone. */
export function everyMood(document: DocumentNode): Mood[] {
  return [
    ...Array.from({ length: 12 }, (_, choice) => ({ choice })),
    { choice: 0, isSparing: true },
    ...moodsWithout(document, () => null),
    ...failures.flatMap((failure) =>
      moodsWithout(document, () => {
        throw failure;
      }),
    ),
  ];
}

/** A mood for each field that a document asks, in which that field does something else. */
function moodsWithout(document: DocumentNode, instead: () => unknown): Mood[] {
  const moods = new Map<string, Mood>();
  const types = new TypeInfo(everyType);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field({ name: { value: name } }) {
        const parent = types.getParentType();
        const isMeant = (type: string, field: string) =>
          field === name && (isAbstractType(parent) || type === parent?.name);
        // Members of a union after its first are refusals, whose fields are asked of their interface.
        const choice = isAbstractType(parent) ? 1 : 0;
        const interrupt = (type: string, field: string) => (isMeant(type, field) ? instead() : undefined);
        moods.set(`${parent?.name}.${name}`, { choice, interrupt });
      },
    }),
  );
  return [...moods.values()];
}

type Variables = Record<string, unknown>;

/** Variables for a document; the first ones fit, most others do not. */
export function everyVariables(document: DocumentNode): [fitting: Variables, ...others: Variables[]] {
  const fitting = variablesFor(document);
  const instead = [null, 7, 'text', [], {}, { unknown: 1 }];
  const others = Object.keys(fitting).flatMap((name) => instead.map((value) => ({ ...fitting, [name]: value })));
  return [fitting, {}, { ...fitting, unknown: 1 }, ...others];
}

function variablesFor(document: DocumentNode): Variables {
  const [operation] = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const defined = operation?.variableDefinitions ?? [];
  return Object.fromEntries(
    defined.map(({ variable, type: node }) => {
      const type = typeFromAST(everyType, node as Parameters<typeof typeFromAST>[1]);
      const name = variable.name.value;
      return [name, isInputType(type) ? inputOf({ name, type }) : undefined];
    }),
  );
}

function inputOf({ name, type }: Field<GraphQLInputType>): unknown {
  if (isNonNullType(type)) return inputOf({ name, type: type.ofType });
  if (isListType(type)) return [inputOf({ name, type: type.ofType })];
  if (!isInputObjectType(type)) return leafOf({ name, type }, 0);
  return Object.fromEntries(Object.values(type.getFields()).map((field) => [field.name, inputOf(field)]));
}
