import type { QueryResolvers } from '../../types.generated.ts';

export const plans: NonNullable<QueryResolvers['plans']> = (_parent, _args, { useCases }) => useCases.listPlans();
