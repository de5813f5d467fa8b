import { composeServices } from '@theguild/federation-composition';
import { parse } from 'graphql';
import { sdlOf, subgraphNames } from '../sdl.ts';

/** Composes the subgraphs into the supergraph's SDL; throws with every composition error. */
export function composeSupergraph(): string {
  const result = composeServices(
    subgraphNames.map((name) => ({
      name,
      typeDefs: parse(sdlOf(name)),
      url: `subgraph://${name}`,
    })),
  );
  if (result.supergraphSdl === undefined) {
    throw new Error(result.errors.map((error) => error.message).join('\n'));
  }
  return result.supergraphSdl;
}
