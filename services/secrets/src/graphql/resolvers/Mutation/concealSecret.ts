import { claimTokenFrom } from '../../claim-token.ts';
import type { GraphContext } from '../../context.ts';
import { toConcealedSecret } from '../../mappers.ts';
import { refusable } from '../../refusable.ts';
import type { ConcealSecretResult, MutationConcealSecretArgs, MutationResolvers } from '../../types.generated.ts';

const kinds = { SHARE: 'share', GENERATE: 'generate' } as const;

export const concealSecret: Required<MutationResolvers>['concealSecret'] = refusable(
  async (
    _parent: unknown,
    { input }: MutationConcealSecretArgs,
    { useCases, caller }: GraphContext,
  ): Promise<ConcealSecretResult> => {
    const wish = {
      kind: kinds[input.kind ?? 'SHARE'],
      secret: input.secret ?? '',
      passphrase: input.passphrase ?? '',
      ttl: input.ttl ?? null,
      recipients: input.recipients ?? [],
      shareDomain: input.shareDomain ?? '',
      idempotencyKey: claimTokenFrom(input.idempotencyKey),
    };
    return toConcealedSecret(await useCases.concealSecret(wish, caller));
  },
);
