import { readFileSync } from 'node:fs';
import { type FieldDefinitionNode, Kind, parse, type TypeNode } from 'graphql';

/** Deep enough for everything that pages ask. */
const DEEPEST = 5;

type Fields = readonly FieldDefinitionNode[];
interface Types {
  readonly fields: ReadonlyMap<string, Fields>;
  readonly members: ReadonlyMap<string, readonly string[]>;
}

const { fields, members } = typesOf(
  readFileSync(new URL('../../../schema/graphql/supergraph.graphql', import.meta.url), 'utf8'),
);

/** A selection of all that a root field of `Query` gives and that needs no arguments, but for some fields; empty for a scalar. */
export function everythingOf(rootField: string, without: readonly string[] = []): string {
  const field = fields.get('Query')?.find(({ name }) => name.value === rootField);
  if (field === undefined) throw new Error(`there is no ${rootField}`);
  return selectionOf(nameOf(field.type), { above: [], without });
}

interface Place {
  /** The types that it is inside of. */
  readonly above: readonly string[];
  readonly without: readonly string[];
}

function selectionOf(type: string, place: Place): string {
  const { above, without } = place;
  const alternatives = members.get(type);
  if (alternatives !== undefined) {
    return `{ __typename ${alternatives.map((name) => `... on ${name} ${selectionOf(name, place)}`).join(' ')} }`;
  }
  const own = fields.get(type);
  if (own === undefined) return '';
  const inside = own
    .filter((each) => isAsked(each) && !without.includes(each.name.value))
    .map(({ name, type: inner }) => {
      const innerName = nameOf(inner);
      const isLeaf = !fields.has(innerName) && !members.has(innerName);
      if (isLeaf) return name.value;
      const isTooDeep = above.length >= DEEPEST || above.includes(innerName) || innerName === type;
      return isTooDeep ? '' : `${name.value} ${selectionOf(innerName, { above: [...above, type], without })}`;
    });
  return `{ __typename ${inside.join(' ')} }`;
}

function isAsked({ arguments: needed = [], directives = [] }: FieldDefinitionNode): boolean {
  const isHidden = directives.some(({ name }) => name.value === 'inaccessible');
  return !isHidden && needed.every(({ type, defaultValue }) => type.kind !== Kind.NON_NULL_TYPE || defaultValue);
}

function nameOf(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type);
}

function typesOf(sdl: string): Types {
  const found = { fields: new Map<string, Fields>(), members: new Map<string, readonly string[]>() };
  for (const node of parse(sdl).definitions) {
    if (node.kind === Kind.OBJECT_TYPE_DEFINITION) found.fields.set(node.name.value, node.fields ?? []);
    if (node.kind === Kind.UNION_TYPE_DEFINITION) {
      found.members.set(node.name.value, node.types?.map(({ name }) => name.value) ?? []);
    }
    if (node.kind === Kind.INTERFACE_TYPE_DEFINITION) found.fields.set(node.name.value, node.fields ?? []);
  }
  return found;
}
