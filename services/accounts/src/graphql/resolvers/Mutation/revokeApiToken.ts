import type { MutationResolvers } from '../../types.generated.ts';

export const revokeApiToken: NonNullable<MutationResolvers['revokeApiToken']> = async (
  _parent,
  { input },
  { useCases, caller },
) => ({ isRevoked: await useCases.revokeApiToken(input.id, caller) });
