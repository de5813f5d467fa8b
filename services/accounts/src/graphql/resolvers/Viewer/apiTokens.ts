import { toApiToken } from '../../token-mappers.ts';
import type { ViewerResolvers } from '../../types.generated.ts';

export const apiTokens: NonNullable<ViewerResolvers['apiTokens']> = async (_parent, _args, { useCases, caller }) =>
  (await useCases.listApiTokens(caller)).map(toApiToken);
