import type { MutationResolvers } from '../../types.generated.ts';

export const endSession: NonNullable<MutationResolvers['endSession']> = async (
  _parent,
  { input },
  { useCases, caller },
) => {
  return { count: await useCases.endSession(input.id, caller) };
};
