import type { Caller } from '@onceover/schema/caller';
import type { UseCases } from '../use-cases/use-cases.ts';

/** What every resolver gets: who asks, and the verbs. */
export interface GraphContext {
  readonly caller: Caller;
  readonly useCases: UseCases;
}
