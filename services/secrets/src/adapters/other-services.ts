import { findShareDomain } from '@onceover/schema/internal/custom-domains';
import { sealingKey } from '@onceover/schema/internal/deliveries';
import { envelopeContext } from '@onceover/schema/internal/mail-envelope';
import { checkVerification, verifyByLink } from '@onceover/schema/internal/verification';
import type { AskInternal } from '@onceover/service-kit/internal-call';
import { sealBox } from '@onceover/service-kit/sealed-box';
import type { ShareDomains } from '../use-cases/conceal/conceal-secret.ts';
import type { MailSealer, SealEnvelope } from '../use-cases/delivery/mailing.ts';
import type { Verifications } from '../use-cases/secret/verifications.ts';

/** Seals emails to the notifications service, under its current key. */
export function createMailSealer(ask: AskInternal, now: () => number = Date.now): MailSealer {
  let known: { readonly seal: SealEnvelope; readonly useUntil: number } | null = null;
  return {
    async ready() {
      if (known === null || known.useUntil <= now()) {
        const { keyId, publicKey, useUntil } = await ask(sealingKey, {});
        known = { seal: sealerWith(keyId, Buffer.from(publicKey, 'base64')), useUntil: Date.parse(useUntil) };
      }
      return known.seal;
    },
  };
}

function sealerWith(keyId: string, publicKey: Buffer): SealEnvelope {
  return (deliveryId, envelope) => {
    const plaintext = Buffer.from(JSON.stringify(envelope), 'utf8');
    try {
      return { keyId, sealed: sealBox(publicKey, plaintext, Buffer.from(envelopeContext(deliveryId), 'utf8')) };
    } finally {
      plaintext.fill(0);
    }
  };
}

/** Links that prove an address, as the accounts service knows whose sign-up they belong to. */
export function createVerifications(ask: AskInternal): Verifications {
  return {
    check: async (link) => (await ask(checkVerification, link)).verdict,
    opened: async (secretId) => {
      await ask(verifyByLink, { secretId });
    },
  };
}

/** Custom hosts, asked of the accounts service each time: one may have been removed a moment ago. */
export function createShareDomains(ask: AskInternal): ShareDomains {
  return {
    find: async (accountRef, host) => (await ask(findShareDomain, { accountRef, host })).domain,
  };
}
