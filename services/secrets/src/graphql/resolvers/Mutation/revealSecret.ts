import { claimTokenFrom } from '../../claim-token.ts';
import type { GraphContext } from '../../context.ts';
import { toRevealedSecret } from '../../mappers.ts';
import { refusable } from '../../refusable.ts';
import type { MutationResolvers, MutationRevealSecretArgs, RevealSecretResult } from '../../types.generated.ts';

export const revealSecret: Required<MutationResolvers>['revealSecret'] = refusable(
  async (
    _parent: unknown,
    { input }: MutationRevealSecretArgs,
    { useCases, caller }: GraphContext,
  ): Promise<RevealSecretResult> => {
    const wish = {
      secretKey: input.key,
      isConfirmed: input.continue,
      passphrase: input.passphrase ?? '',
      claimToken: claimTokenFrom(input.idempotencyKey),
    };
    return toRevealedSecret(await useCases.revealSecret(wish, caller), caller);
  },
);
