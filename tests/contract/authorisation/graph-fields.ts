import { type SubgraphName, sdlOf, subgraphNames } from '@onceover/schema/sdl';
import { Kind, type ObjectTypeDefinitionNode, type ObjectTypeExtensionNode, parse } from 'graphql';

/** The owners of the types that several services know something about. */
const owners: Readonly<Record<string, SubgraphName>> = {
  Customer: 'accounts',
  Metadata: 'secrets',
  SecretActivity: 'notifications',
};

type ObjectNode = ObjectTypeDefinitionNode | ObjectTypeExtensionNode;

/** Every root field of every service, and every field that a service adds to another's type: `Query.viewer`. */
export function graphFields(): string[] {
  return [...new Set(subgraphNames.flatMap(fieldsOf))];
}

function fieldsOf(subgraph: SubgraphName): string[] {
  return parse(sdlOf(subgraph)).definitions.flatMap((node) => {
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.OBJECT_TYPE_EXTENSION) return [];
    const names = (node.fields ?? []).map(({ name }) => name.value);
    const type = node.name.value;
    const keys = keysOf(node);
    if (keys !== null && owners[type] === undefined) throw new Error(`nobody owns ${type}`);
    const isRoot = ['Query', 'Mutation', 'Subscription'].includes(type);
    const isAdded = keys !== null && owners[type] !== subgraph;
    if (!isRoot && !isAdded) return [];
    return names.filter((name) => !keys?.includes(name)).map((name) => `${type}.${name}`);
  });
}

/** The fields by which services refer to an object among themselves; null: none. */
function keysOf({ directives = [] }: ObjectNode): readonly string[] | null {
  const key = directives.find(({ name }) => name.value === 'key');
  const fields = key?.arguments?.find(({ name }) => name.value === 'fields')?.value;
  return fields?.kind === Kind.STRING ? fields.value.split(' ') : null;
}
