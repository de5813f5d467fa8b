import { concealVerification } from '@onceover/schema/internal/conceal-verification';
import { claimSecretDelivery, forgetSecretDelivery } from '@onceover/schema/internal/deliveries';
import { findSecretsByShortKey, findWatchedSecret, shortKeyOfSecret } from '@onceover/schema/internal/find-secrets';
import { noteProgram } from '@onceover/schema/internal/note-program';
import { answering, type InternalHandler } from '@onceover/service-kit/internal-call';
import type { DeliveryEnvelopes } from './use-cases/delivery/mailing.ts';
import type { UseCases } from './use-cases/use-cases.ts';

export function internalOf(
  { envelopes }: { readonly envelopes: DeliveryEnvelopes },
  useCases: UseCases,
): readonly InternalHandler[] {
  return [
    answering(claimSecretDelivery, async ({ deliveryId }) => {
      const found = await envelopes.claim(deliveryId);
      if (found === null) return { kind: 'gone' as const };
      return { kind: 'envelope' as const, sealed: found.sealed.toString('base64'), keyId: found.keyId };
    }),
    answering(forgetSecretDelivery, async ({ deliveryId }) => {
      await envelopes.forget(deliveryId);
      return {};
    }),
    answering(findWatchedSecret, async ({ key, caller }) => ({ secretId: await useCases.findWatched(key, caller) })),
    answering(noteProgram, async ({ key, kind, caller }) => {
      await useCases.noteProgram(key, kind, caller);
      return {};
    }),
    answering(findSecretsByShortKey, async ({ shortkey }) => {
      return { secretIds: [...(await useCases.findByShortKey(shortkey))] };
    }),
    answering(shortKeyOfSecret, async ({ secretId }) => ({ shortkey: await useCases.shortKeyOf(secretId) })),
    answering(concealVerification, ({ accountRef, requestId }) => useCases.concealVerification(accountRef, requestId)),
  ];
}
