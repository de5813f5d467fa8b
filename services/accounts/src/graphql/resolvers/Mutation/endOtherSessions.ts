import type { MutationResolvers } from '../../types.generated.ts';

export const endOtherSessions: NonNullable<MutationResolvers['endOtherSessions']> = async (
  _parent,
  _args,
  { useCases, caller },
) => {
  return { count: await useCases.endOtherSessions(caller) };
};
