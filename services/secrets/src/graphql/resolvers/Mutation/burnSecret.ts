import type { GraphContext } from '../../context.ts';
import { toMetadata } from '../../mappers.ts';
import { refusable } from '../../refusable.ts';
import type { BurnSecretResult, MutationBurnSecretArgs, MutationResolvers } from '../../types.generated.ts';

export const burnSecret: Required<MutationResolvers>['burnSecret'] = refusable(
  async (
    _parent: unknown,
    { input }: MutationBurnSecretArgs,
    { useCases, caller }: GraphContext,
  ): Promise<BurnSecretResult> => {
    const wish = { key: input.key, isConfirmed: input.continue, passphrase: input.passphrase ?? '' };
    return { __typename: 'BurnedSecret', metadata: toMetadata(await useCases.burnSecret(wish, caller)) };
  },
);
