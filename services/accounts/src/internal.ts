import { findShareDomain, resolveHost } from '@onceover/schema/internal/custom-domains';
import { claimAccountDelivery, forgetAccountDelivery } from '@onceover/schema/internal/deliveries';
import { changePassword, requestPasswordReset, resetPassword } from '@onceover/schema/internal/password';
import { resolveSession } from '@onceover/schema/internal/resolve-session';
import { resolveToken } from '@onceover/schema/internal/resolve-token';
import { confirmSecondStep, signIn, signOut } from '@onceover/schema/internal/sign-in';
import { resendVerification, signUp } from '@onceover/schema/internal/sign-up';
import { checkVerification, choosePassword, verifyByLink } from '@onceover/schema/internal/verification';
import { answering, answeringOrRefusing, type InternalHandler } from '@onceover/service-kit/internal-call';
import type { ServicePorts, UseCases } from './use-cases/use-cases.ts';

/** What accounts answers to other services. */
export function internalOf({ account }: ServicePorts, useCases: UseCases): readonly InternalHandler[] {
  const { mail, clock } = account;
  return [
    ...doorHandlers(useCases),
    answering(resolveSession, (input) => useCases.resolveSession(input)),
    answering(resolveToken, (input) => useCases.resolveToken(input)),
    answering(resolveHost, ({ host }) => useCases.resolveHost(host)),
    answering(checkVerification, async (input) => ({ verdict: await useCases.checkVerification(input) })),
    answering(verifyByLink, async ({ secretId }) => {
      await useCases.verifyByLink(secretId);
      return {};
    }),
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

/** The use cases behind the sign-in and sign-up forms: only the gateway asks, as the answers become cookies. */
function doorHandlers(useCases: UseCases): readonly InternalHandler[] {
  const done = { kind: 'done' } as const;
  return [
    answeringOrRefusing(signIn, ({ caller, ...input }) => useCases.signIn(input, caller)),
    answeringOrRefusing(confirmSecondStep, ({ caller, ...input }) => useCases.confirmSecondStep(input, caller)),
    answering(signOut, async ({ caller, ...input }) => {
      await useCases.signOut(input, caller);
      return {};
    }),
    answeringOrRefusing(signUp, async (input) => ({ kind: 'pending' as const, ...(await useCases.signUp(input)) })),
    answeringOrRefusing(choosePassword, async ({ caller, ...input }) => {
      await useCases.choosePassword(input, caller);
      return done;
    }),
    answeringOrRefusing(resendVerification, async (input) => {
      await useCases.resendVerification(input);
      return done;
    }),
    answeringOrRefusing(requestPasswordReset, async (input) => {
      await useCases.requestPasswordReset(input);
      return done;
    }),
    answeringOrRefusing(resetPassword, async ({ caller, ...input }) => {
      await useCases.resetPassword(input, caller);
      return done;
    }),
    answeringOrRefusing(changePassword, async ({ caller, ...input }) => ({
      kind: 'changed' as const,
      session: await useCases.changePassword(input, caller),
    })),
  ];
}
