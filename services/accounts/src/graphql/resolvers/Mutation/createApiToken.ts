import { refusable } from '../../refusable.ts';
import { scopesFrom, toCreatedApiToken } from '../../token-mappers.ts';
import type { MutationResolvers } from '../../types.generated.ts';

export const createApiToken: NonNullable<MutationResolvers['createApiToken']> = refusable(
  async (_parent, { input }, { useCases, caller }) =>
    toCreatedApiToken(await useCases.createApiToken({ ...input, scopes: scopesFrom(input.scopes) }, caller)),
);
