import type { Caller } from '@onceover/graphql-kit/caller';
import type { ListPlans } from '../use-cases/list-plans.ts';

/** What every resolver of accounts gets. */
export interface GraphContext {
  readonly caller: Caller;
  readonly useCases: { readonly listPlans: ListPlans };
}
