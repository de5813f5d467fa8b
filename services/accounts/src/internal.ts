import { findShareDomain, resolveHost } from '@onceover/schema/internal/custom-domains';
import { claimAccountDelivery, forgetAccountDelivery } from '@onceover/schema/internal/deliveries';
import { beginPasskeySignIn, signInByPasskey } from '@onceover/schema/internal/passkey';
import { changePassword, requestPasswordReset, resetPassword } from '@onceover/schema/internal/password';
import { resolveSession } from '@onceover/schema/internal/resolve-session';
import { resolveToken } from '@onceover/schema/internal/resolve-token';
import { confirmSecondStep, signIn, signOut } from '@onceover/schema/internal/sign-in';
import { resendVerification, signUp } from '@onceover/schema/internal/sign-up';
import { checkVerification, choosePassword, verifyByLink } from '@onceover/schema/internal/verification';
import { answering, answeringOrRefusing, type InternalHandler } from '@onceover/service-kit/internal-call';
import type { ServicePorts, UseCases } from './use-cases/use-cases.ts';

export function internalOf({ account }: ServicePorts, useCases: UseCases): readonly InternalHandler[] {
  const { mail, clock } = account;
  return [
    ...doorHandlers(useCases),
    answering(resolveSession, (input) => useCases.resolveSession(input)),
    answering(resolveToken, (input) => useCases.resolveToken(input)),
    answering(resolveHost, ({ host }) => useCases.resolveHost(host)),
    answering(checkVerification, async (input) => ({ verdict: await useCases.checkVerification(input) })),
    answering(verifyByLink, ({ secretId }) => after(useCases.verifyByLink(secretId), {})),
    answering(findShareDomain, async ({ accountRef, host }) => ({
      domain: await useCases.findShareDomain(accountRef, host),
    })),
    answering(claimAccountDelivery, async ({ deliveryId }) => {
      const envelope = await mail.claim(deliveryId, clock.now());
      if (envelope === null) return { kind: 'gone' as const };
      return { kind: 'envelope' as const, sealed: envelope.sealed.toString('base64'), keyId: envelope.keyId };
    }),
    answering(forgetAccountDelivery, ({ deliveryId }) => after(mail.forget(deliveryId), {})),
  ];
}

async function after<Answer>(work: Promise<void>, answer: Answer): Promise<Answer> {
  await work;
  return answer;
}

/** The use cases behind the sign-in and sign-up forms: only the gateway asks, as the answers become cookies. */
function doorHandlers(useCases: UseCases): readonly InternalHandler[] {
  const done = { kind: 'done' } as const;
  return [
    answeringOrRefusing(signIn, ({ caller, ...input }) => useCases.signIn(input, caller)),
    answeringOrRefusing(confirmSecondStep, ({ caller, ...input }) => useCases.confirmSecondStep(input, caller)),
    answeringOrRefusing(beginPasskeySignIn, async ({ caller: _caller, ...input }) => ({
      kind: 'begun' as const,
      ...(await useCases.beginPasskeySignIn(input)),
    })),
    answeringOrRefusing(signInByPasskey, ({ caller, ...input }) => useCases.signInByPasskey(input, caller)),
    answering(signOut, ({ caller, ...input }) => after(useCases.signOut(input, caller), {})),
    answeringOrRefusing(signUp, async (input) => ({ kind: 'pending' as const, ...(await useCases.signUp(input)) })),
    answeringOrRefusing(choosePassword, ({ caller, ...input }) => after(useCases.choosePassword(input, caller), done)),
    answeringOrRefusing(resendVerification, (input) => after(useCases.resendVerification(input), done)),
    answeringOrRefusing(requestPasswordReset, (input) => after(useCases.requestPasswordReset(input), done)),
    answeringOrRefusing(resetPassword, ({ caller, ...input }) => after(useCases.resetPassword(input, caller), done)),
    answeringOrRefusing(changePassword, async ({ caller, ...input }) => ({
      kind: 'changed' as const,
      session: await useCases.changePassword(input, caller),
    })),
  ];
}
