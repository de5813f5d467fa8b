import { plans } from './resolvers/Query/plans.ts';
import type { Resolvers } from './types.generated.ts';

/** Every resolver of the accounts subgraph. */
export const resolvers: Resolvers = { Query: { plans } };
