import { sdlOf, subgraphNames } from '@onceover/schema/sdl';
import { Kind, parse } from 'graphql';

/** Every root field of every service, such as `Query.viewer`. */
export function graphFields(): string[] {
  return [...new Set(subgraphNames.flatMap((subgraph) => fieldsOf(sdlOf(subgraph))))];
}

function fieldsOf(sdl: string): string[] {
  return parse(sdl).definitions.flatMap((node) => {
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.OBJECT_TYPE_EXTENSION) return [];
    const root = node.name.value;
    if (!['Query', 'Mutation', 'Subscription'].includes(root)) return [];
    return (node.fields ?? []).map(({ name }) => `${root}.${name.value}`);
  });
}
