import { type Caller, isColonel } from '@onceover/graphql-kit/caller';
import { NotAuthorizedError } from '@onceover/service-kit/errors';
import type { SecretCounts, SecretStatistics } from '../recent/list-ports.ts';

/** Counts of secrets without any content. Refuses everybody but colonels. */
export function countSecretsUseCase({ statistics }: { readonly statistics: SecretStatistics }) {
  return async (caller: Caller): Promise<SecretCounts> => {
    if (!isColonel(caller)) throw new NotAuthorizedError();
    return await statistics.count();
  };
}
