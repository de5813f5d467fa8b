import { createDoorbell, type Doorbell } from '@onceover/event-bus';
import { findShareDomain } from '@onceover/schema/internal/custom-domains';
import { sealingKey } from '@onceover/schema/internal/deliveries';
import { envelopeContext, type MailEnvelope, mailEnvelope } from '@onceover/schema/internal/mail-envelope';
import { checkVerification, verifyByLink } from '@onceover/schema/internal/verification';
import { type AskInternal, answering, createInternalCalls } from '@onceover/service-kit/internal-call';
import { newBoxKeyPair, openBox } from '@onceover/service-kit/sealed-box';

/** Stands for the other services: it has a sealing key and knows a few verified hosts. */
export interface Neighbours {
  readonly ask: AskInternal;
  readonly doorbell: Doorbell;
  /** Names of the calls that were made. */
  readonly asked: string[];
  /** Verified hosts by `accountRef host`. */
  readonly domains: Map<string, { id: string; host: string }>;
  /** Sign-ups by their verification secrets; links of others open as they are. */
  readonly signUps: Map<string, { readonly mark: string; readonly password: string } | 'replaced'>;
  /** Opens what was sealed for the notifications service. */
  open(deliveryId: string, sealed: Buffer): MailEnvelope;
}

export function neighbours(): Neighbours {
  const keys = newBoxKeyPair();
  const calls = createInternalCalls();
  const asked: string[] = [];
  const domains = new Map<string, { id: string; host: string }>();
  const signUps: Neighbours['signUps'] = new Map();
  calls.register([
    answering(checkVerification, async ({ secretId, mark, password }) => {
      asked.push(checkVerification.name);
      const signUp = signUps.get(secretId);
      if (signUp === 'replaced') return { verdict: 'over' as const };
      const isProven = signUp === undefined || signUp.mark === mark || signUp.password === password;
      return { verdict: isProven ? ('open' as const) : ('needs-password' as const) };
    }),
    answering(verifyByLink, async () => {
      asked.push(verifyByLink.name);
      return {};
    }),
    answering(sealingKey, async () => {
      asked.push(sealingKey.name);
      const useUntil = new Date(Date.now() + 3_600_000).toISOString();
      return { keyId: 'key-1', publicKey: keys.publicKey.toString('base64'), useUntil };
    }),
    answering(findShareDomain, async ({ accountRef, host }) => {
      asked.push(findShareDomain.name);
      return { domain: domains.get(`${accountRef} ${host}`) ?? null };
    }),
  ]);
  return {
    ask: calls.ask,
    doorbell: createDoorbell(),
    asked,
    domains,
    signUps,
    open(deliveryId, sealed) {
      const opened = openBox(keys, sealed, Buffer.from(envelopeContext(deliveryId), 'utf8'));
      return mailEnvelope.parse(JSON.parse(opened.toString('utf8')));
    },
  };
}
