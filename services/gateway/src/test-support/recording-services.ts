import { type SubgraphName, sdlOf } from '@onceover/schema/sdl';
import { Kind, parse } from 'graphql';
import type { FakeResolvers, FakeServices } from './fake-subgraphs.ts';
import { doorNames, playing } from './played-doors.ts';

/** Services whose every mutation and door only notes that it was reached; `reached` holds their names, in order. */
export function recordingServices(): { readonly services: FakeServices; readonly reached: string[] } {
  const reached: string[] = [];
  const note = (name: string) => () => {
    reached.push(name);
    throw new Error('played services change nothing');
  };
  const mutations = (name: SubgraphName): FakeResolvers => ({
    Mutation: Object.fromEntries(mutationFieldsOf(name).map((field) => [field, note(field)])),
  });
  const services = {
    secrets: mutations('secrets'),
    accounts: mutations('accounts'),
    notifications: mutations('notifications'),
    audit: mutations('audit'),
    calls: doorNames.flatMap((name) => playing(name, note(name))),
  };
  return { services, reached };
}

/** The mutations of a subgraph. */
export function mutationFieldsOf(name: SubgraphName): string[] {
  return parse(sdlOf(name)).definitions.flatMap((node) => {
    const isType = node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION;
    if (!isType || node.name.value !== 'Mutation') return [];
    return (node.fields ?? []).map((field) => field.name.value);
  });
}
