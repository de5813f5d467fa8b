import { claimTokenFrom } from '../../claim-token.ts';
import type { MutationResolvers } from '../../types.generated.ts';

export const concealSecret: Required<MutationResolvers>['concealSecret'] = async (
  _parent,
  { input },
  { useCases, caller },
) => {
  const wish = {
    kind: input.kind ?? 'share',
    secret: input.secret ?? '',
    passphrase: input.passphrase ?? '',
    ttl: input.ttl ?? null,
    recipients: input.recipients ?? [],
    shareDomain: input.shareDomain ?? '',
    idempotencyKey: claimTokenFrom(input.idempotencyKey),
  };
  return { __typename: 'ConcealedSecret', ...(await useCases.concealSecret(wish, caller)) };
};
