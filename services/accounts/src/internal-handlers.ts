import { findShareDomain, resolveHost } from '@onceover/schema/internal/custom-domains';
import { claimAccountDelivery, forgetAccountDelivery } from '@onceover/schema/internal/deliveries';
import { resolveSession } from '@onceover/schema/internal/resolve-session';
import { resolveToken } from '@onceover/schema/internal/resolve-token';
import { answering, type InternalHandler } from '@onceover/service-kit/internal-call';
import type { ServicePorts, UseCases } from './use-cases/use-cases.ts';

/** What accounts answers to other services. */
export function internalHandlers({ account }: ServicePorts, useCases: UseCases): readonly InternalHandler[] {
  const { mail, clock } = account;
  return [
    answering(resolveSession, (input) => useCases.resolveSession(input)),
    answering(resolveToken, (input) => useCases.resolveToken(input)),
    answering(resolveHost, ({ host }) => useCases.resolveHost(host)),
    answering(findShareDomain, async ({ accountRef, host }) => ({
      domain: await useCases.findShareDomain(accountRef, host),
    })),
    answering(claimAccountDelivery, async ({ deliveryId }) => {
      const envelope = await mail.claim(deliveryId, clock.now());
      if (envelope === null) return { kind: 'gone' as const };
      return { kind: 'envelope' as const, sealed: envelope.sealed.toString('base64'), keyId: envelope.keyId };
    }),
    answering(forgetAccountDelivery, async ({ deliveryId }) => {
      await mail.forget(deliveryId);
      return {};
    }),
  ];
}
