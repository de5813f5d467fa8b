import type { MutationResolvers } from '../../types.generated.ts';

export const burnSecret: Required<MutationResolvers>['burnSecret'] = async (
  _parent,
  { input },
  { useCases, caller },
) => {
  const wish = { key: input.key, isConfirmed: input.continue, passphrase: input.passphrase ?? '' };
  return { __typename: 'BurnedSecret', metadata: await useCases.burnSecret(wish, caller) };
};
