import { refusable } from '@onceover/graphql-kit/refusable';
import { UnixTime } from '@onceover/graphql-kit/unix-time';
import type { Caller } from '@onceover/schema/caller';
import { refusals } from '@onceover/schema/refusals';
import { sdlOf } from '@onceover/schema/sdl';
import type { ServiceParts } from '@onceover/service-shell/service-parts';
import type { GraphContext } from './graphql/context.ts';
import { accountMutations } from './graphql/resolvers/account.ts';
import { ApiToken, Customer, customerQueries, Passkey, Plan, Session } from './graphql/resolvers/customer.ts';
import { Domain, domainMutations, domainQueries } from './graphql/resolvers/domains.ts';
import { CustomDomain, operatorMutations, operatorQueries } from './graphql/resolvers/operator.ts';
import { enums, type Resolvers } from './graphql/types.generated.ts';
import type { UseCases } from './use-cases/use-cases.ts';

/** Every field that is more than a property; unions are told apart by `__typename`. */
export const resolvers: Resolvers = {
  ...enums,
  UnixTime,
  Query: { ...customerQueries, ...domainQueries, ...operatorQueries },
  Mutation: refusable(refusals, { ...accountMutations, ...domainMutations, ...operatorMutations }),
  Customer,
  Session,
  ApiToken,
  Passkey,
  Plan,
  Domain,
  CustomDomain,
};

export function resolversOf(useCases: UseCases): ServiceParts<GraphContext, Caller>['resolvers'] {
  return { sdl: sdlOf('accounts'), resolvers, contextFor: (caller) => ({ caller, useCases }) };
}
