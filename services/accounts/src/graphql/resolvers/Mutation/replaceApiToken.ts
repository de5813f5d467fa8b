import { toCreatedApiToken } from '../../token-mappers.ts';
import type { MutationResolvers } from '../../types.generated.ts';

export const replaceApiToken: NonNullable<MutationResolvers['replaceApiToken']> = async (
  _parent,
  _args,
  { useCases, caller },
) => toCreatedApiToken(await useCases.replaceApiToken(caller));
