import { claimTokenFrom } from '../../claim-token.ts';
import type { MutationResolvers } from '../../types.generated.ts';

export const acknowledgeSecret: Required<MutationResolvers>['acknowledgeSecret'] = async (
  _parent,
  { input },
  { useCases },
) => {
  const claimToken = claimTokenFrom(input.idempotencyKey);
  if (claimToken !== null) await useCases.acknowledgeSecret(input.key, claimToken);
  return { acknowledged: true };
};
