import { inProcessSubgraph, type Subgraph } from '@onceover/graphql-kit/subgraph';
import { anonymousPlanLimits } from '@onceover/schema/plans';
import { sdlOf } from '@onceover/schema/sdl';

type Resolver = (parent: unknown, args: { key: string; input: Record<string, unknown> }) => unknown;

/** Resolvers of the secrets subgraph that a test wants to play. */
export interface FakeSecrets {
  readonly Query?: Readonly<Record<string, Resolver>>;
  readonly Mutation?: Readonly<Record<string, Resolver>>;
}

const plans = [{ id: 'anonymous', name: 'Anonymous', limits: anonymousPlanLimits }];

/** Accounts as it is, and a secrets subgraph played by the test. */
export function fakeSubgraphs(secrets: FakeSecrets): Subgraph[] {
  return [subgraph('accounts', { Query: { plans: () => plans } }), subgraph('secrets', secrets)];
}

function subgraph(name: 'accounts' | 'secrets', resolvers: object): Subgraph {
  return inProcessSubgraph({ name, sdl: sdlOf(name), resolvers, contextFor: () => ({}), onFault: () => undefined });
}
