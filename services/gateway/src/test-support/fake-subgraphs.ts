import { inProcessSubgraph, type Subgraph } from '@onceover/graphql-kit/subgraph';
import type { Caller } from '@onceover/schema/caller';
import { plans } from '@onceover/schema/plans';
import { type SubgraphName, sdlOf } from '@onceover/schema/sdl';
import type { InternalHandler } from '@onceover/service-kit/internal-call';

type Resolver = (
  parent: unknown,
  args: { key: string; input: Record<string, unknown> },
  context: FakeContext,
) => unknown;

/** What a played resolver is told about who asks. */
export interface FakeContext {
  readonly caller: Parameters<Subgraph<Caller>['execute']>[0]['caller'];
}

/** Resolvers of a subgraph that a test wants to play. */
export interface FakeResolvers {
  readonly Customer?: Readonly<Record<string, Resolver>>;
  readonly Metadata?: Readonly<Record<string, Resolver>>;
  readonly Query?: Readonly<Record<string, Resolver>>;
  readonly Mutation?: Readonly<Record<string, Resolver>>;
}
export type FakeSecrets = FakeResolvers;

/** What each service answers; what a test does not play answers nothing. */
export interface FakeServices {
  readonly secrets?: FakeResolvers;
  readonly accounts?: FakeResolvers;
  readonly notifications?: FakeResolvers;
  readonly audit?: FakeResolvers;
  /** Internal calls; one that a test does not play is an outage. */
  readonly calls?: readonly InternalHandler[];
}

const offered = plans.map((plan) => ({
  ...plan,
  features: { email: plan.limits.maxRecipients > 0, customDomains: plan.hasCustomDomains, api: plan.hasApi },
}));

/** A customer as pages see them. */
export const viewer = {
  id: 'ref',
  custid: 'nina@example.com',
  role: 'CUSTOMER',
  locale: null,
  plan: offered.find(({ id }) => id === 'basic'),
  twoStep: { isEnabled: false, recoveryCodesLeft: 0 },
} as const;

const accountsQueries: FakeResolvers['Query'] = {
  plans: () => offered,
  viewer: (_parent, _args, { caller }) => (caller.kind === 'customer' ? { ...viewer, custid: caller.custid } : null),
  domains: () => ({ nodes: [], totalCount: 0 }),
};

/** The names by which services know a secret; nobody outside sees them. */
const secretNames: Readonly<Record<string, Resolver>> = { id: () => 'secret', emailCount: () => 0 };
const noDeliveries: Readonly<Record<string, Resolver>> = { deliveries: () => [] };

/** All services, played by the test; accounts knows its plans and its viewer by itself. */
export function fakeSubgraphs(services: FakeServices): Subgraph<Caller>[] {
  const { secrets = {}, accounts = {}, notifications = {}, audit = {} } = services;
  return [
    subgraph('accounts', { ...accounts, Query: { ...accountsQueries, ...accounts.Query } }),
    subgraph('secrets', { Metadata: secretNames, ...secrets }),
    subgraph('notifications', { Metadata: noDeliveries, ...notifications }),
    subgraph('audit', audit),
  ];
}

function subgraph(name: SubgraphName, resolvers: FakeResolvers): Subgraph<Caller> {
  return inProcessSubgraph({
    name,
    sdl: sdlOf(name),
    resolvers,
    contextFor: (caller): FakeContext => ({ caller }),
    onFault: () => undefined,
  });
}
