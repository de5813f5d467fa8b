import type { Caller } from '@onceover/schema/caller';
import type { UseCases } from '../use-cases/use-cases.ts';

export interface GraphContext {
  readonly caller: Caller;
  readonly useCases: UseCases;
}
