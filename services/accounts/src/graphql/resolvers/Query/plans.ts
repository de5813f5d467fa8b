import { toPlan } from '../../plan-mappers.ts';
import type { QueryResolvers } from '../../types.generated.ts';

export const plans: NonNullable<QueryResolvers['plans']> = async (_parent, _args, { useCases }) =>
  (await useCases.listPlans()).map(toPlan);
