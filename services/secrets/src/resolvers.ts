import { refusable } from '@onceover/graphql-kit/refusable';
import { UnixTime } from '@onceover/graphql-kit/unix-time';
import type { Caller } from '@onceover/schema/caller';
import { refusals } from '@onceover/schema/refusals';
import { sdlOf } from '@onceover/schema/sdl';
import type { ServiceParts } from '@onceover/service-shell/service-parts';
import type { GraphContext } from './graphql/context.ts';
import { SecretActivity } from './graphql/resolvers/activity.ts';
import { Customer, recentQueries } from './graphql/resolvers/customer.ts';
import { IncomingSecret, IncomingSubmitted, incomingMutations, incomingQueries } from './graphql/resolvers/incoming.ts';
import { ListedSecret, listedMutations, listedQueries } from './graphql/resolvers/listed.ts';
import { Metadata, metadataQueries } from './graphql/resolvers/metadata.ts';
import { ConcealedSecret, secretMutations, secretQueries } from './graphql/resolvers/secret.ts';
import { enums, type Resolvers } from './graphql/types.generated.ts';
import type { UseCases } from './use-cases/use-cases.ts';

/** Every field that is more than a property; unions are told apart by `__typename`. */
const resolvers: Resolvers = {
  ...enums,
  UnixTime,
  Query: { ...secretQueries, ...metadataQueries, ...recentQueries, ...incomingQueries, ...listedQueries },
  Mutation: refusable(refusals, { ...secretMutations, ...incomingMutations, ...listedMutations }),
  ConcealedSecret,
  Customer,
  IncomingSecret,
  IncomingSubmitted,
  ListedSecret,
  Metadata,
  SecretActivity,
};

export function resolversOf(useCases: UseCases): ServiceParts<GraphContext, Caller>['resolvers'] {
  return { sdl: sdlOf('secrets'), resolvers, contextFor: (caller) => ({ caller, useCases }) };
}
