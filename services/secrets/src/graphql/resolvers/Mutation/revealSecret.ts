import { claimTokenFrom } from '../../claim-token.ts';
import { toRevealedSecret } from '../../mappers.ts';
import type { MutationResolvers } from '../../types.generated.ts';

export const revealSecret: Required<MutationResolvers>['revealSecret'] = async (
  _parent,
  { input },
  { useCases, caller },
) => {
  const wish = {
    secretKey: input.key,
    isConfirmed: input.continue,
    passphrase: input.passphrase ?? '',
    claimToken: claimTokenFrom(input.idempotencyKey),
  };
  return toRevealedSecret(await useCases.revealSecret(wish, caller), caller);
};
