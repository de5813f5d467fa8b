import { refusable } from '@onceover/graphql-kit/refusable';
import { UnixTime } from '@onceover/graphql-kit/unix-time';
import { refusals } from '@onceover/schema/refusals';
import { accountMutations } from './resolvers/account.ts';
import { ApiToken, Customer, customerQueries, Session } from './resolvers/customer.ts';
import { Domain, domainMutations, domainQueries } from './resolvers/domains.ts';
import { Plan, planQueries } from './resolvers/plans.ts';
import { statisticsQueries } from './resolvers/statistics.ts';
import { twoStepMutations } from './resolvers/two-step.ts';
import { enums, type Resolvers } from './types.generated.ts';

/** Every resolver of the accounts subgraph; a file of them for each file of its SDL. */
export const resolvers: Resolvers = {
  ...enums,
  UnixTime,
  Query: { ...customerQueries, ...planQueries, ...domainQueries, ...statisticsQueries },
  Mutation: refusable(refusals, { ...accountMutations, ...twoStepMutations, ...domainMutations }),
  Customer,
  Session,
  ApiToken,
  Plan,
  Domain,
};
