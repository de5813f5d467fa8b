import { type SubgraphName, sdlOf } from '@onceover/schema/sdl';
import { Kind, parse } from 'graphql';
import type { FakeResolvers, FakeServices } from './fake-subgraphs.ts';

/** Services whose every mutation only notes that it was reached; `reached` holds the names of the fields, in order. */
export function recordingServices(): { readonly services: FakeServices; readonly reached: string[] } {
  const reached: string[] = [];
  const mutations = (name: SubgraphName): FakeResolvers => ({
    Mutation: Object.fromEntries(
      mutationFieldsOf(name).map((field) => [
        field,
        () => {
          reached.push(field);
          throw new Error('played services change nothing');
        },
      ]),
    ),
  });
  const services = {
    secrets: mutations('secrets'),
    accounts: mutations('accounts'),
    notifications: mutations('notifications'),
  };
  return { services, reached };
}

/** The mutations of a subgraph, those of doors included. */
export function mutationFieldsOf(name: SubgraphName): string[] {
  return parse(sdlOf(name)).definitions.flatMap((node) => {
    const isType = node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION;
    if (!isType || node.name.value !== 'Mutation') return [];
    return (node.fields ?? []).map((field) => field.name.value);
  });
}
