import { planIdOf } from '../../mappers.ts';
import { toPlan } from '../../plan-mappers.ts';
import type { ViewerResolvers } from '../../types.generated.ts';

export const plan: NonNullable<ViewerResolvers['plan']> = async (viewer, _args, { useCases }) => {
  const plans = await useCases.listPlans();
  const found = plans.find(({ id }) => id === planIdOf(viewer)) ?? plans[0];
  if (found === undefined) throw new TypeError('there are no plans');
  return toPlan(found);
};
