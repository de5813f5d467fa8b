import { type SubgraphName, sdlOf, subgraphNames } from '@onceover/schema/sdl';
import { type FieldDefinitionNode, Kind, parse } from 'graphql';

/** A root field of the graph, such as `Query.viewer`. */
export interface GraphField {
  readonly name: string;
  /** Whether documents from outside reach it at all. */
  readonly isPublic: boolean;
}

/** Every root field of every service, those of the doors too. */
export function graphFields(): GraphField[] {
  return subgraphNames.flatMap(fieldsOf);
}

function fieldsOf(subgraph: SubgraphName): GraphField[] {
  const fields: GraphField[] = [];
  for (const node of parse(sdlOf(subgraph)).definitions) {
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.OBJECT_TYPE_EXTENSION) continue;
    const root = node.name.value;
    if (!['Query', 'Mutation', 'Subscription'].includes(root)) continue;
    for (const field of node.fields ?? [])
      fields.push({ name: `${root}.${field.name.value}`, isPublic: isPublic(field) });
  }
  return fields;
}

function isPublic({ directives = [] }: FieldDefinitionNode): boolean {
  return !directives.some(({ name }) => name.value === 'inaccessible');
}
