import { sdlOf } from '@onceover/schema/sdl';
import type { ServiceParts } from '@onceover/service-shell/service-parts';
import type { GraphContext } from './graphql/context.ts';
import { resolvers } from './graphql/resolvers.ts';
import type { UseCases } from './use-cases/use-cases.ts';

/** What answers the accounts part of the graph. */
export function resolversOf(useCases: UseCases): ServiceParts<GraphContext>['resolvers'] {
  return { sdl: sdlOf('accounts'), resolvers, contextFor: (caller) => ({ caller, useCases }) };
}
