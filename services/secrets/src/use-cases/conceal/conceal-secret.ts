import type { Caller } from '@onceover/graphql-kit/caller';
import { OutageError } from '@onceover/service-kit/errors';
import { generateValue } from '../../domain/secret/generated-value.ts';
import { DomainNotFound } from '../../domain/secret/secret-errors.ts';
import { type ShareDomain, wantedHost } from '../../domain/secret/share-domain.ts';
import type { ShareDomains } from '../delivery/mail-ports.ts';
import type { Mailing, MailPorts } from '../delivery/mailing.ts';
import { recipientMailing } from '../delivery/recipient-mailing.ts';
import { contextOf } from '../secret/command-context.ts';
import { refuseScopelessToken } from '../secret/ownership.ts';
import type { PlanLimits } from '../secret/ports.ts';
import { refuseBadWish, type StorePorts } from './conceal-command.ts';
import { answerBytes, type Concealed, concealedAnswer } from './concealed.ts';
import { repeatOf, replayedAnswer } from './replay-conceal.ts';
import { storeSecret } from './store-secret.ts';
import { type Asked, type ConcealInput, type Wish, wishOf } from './wish.ts';

export type ConcealPorts = StorePorts &
  MailPorts & {
    readonly planLimits: PlanLimits;
    readonly shareDomains: ShareDomains;
    readonly generatedLength: number;
    readonly randomBytes: (size: number) => Uint8Array;
  };

/**
 * Makes a secret link. Event, state, content and sealed mails are one commit or nothing; the keys are returned once and
 * forgotten.
 *
 * Shape    text over the plan's limit is cut; `value` only for `generate`, this once
 * Units    lengths in characters (code points); an answer can be repeated with its Idempotency-Key for 10 minutes
 * Refuses  secret.empty, secret.passphrase-too-long, secret.recipient-not-allowed, secret.undeliverable-recipient,
 *          secret.too-many-recipients, secret.invalid-share-domain, secret.domain-not-found, secret.mail-quota-reached,
 *          secret.idempotency-mismatch, secret.idempotency-expired; a token needs the scope `secrets-write`
 * Source   REST contract 5.1; security 3.5
 */
export function concealSecretUseCase(ports: ConcealPorts) {
  return async (input: ConcealInput, caller: Caller): Promise<Concealed> => {
    refuseScopelessToken(caller, 'secrets-write');
    const ownerRef = caller.kind === 'anonymous' ? null : caller.accountRef;
    const wish = wishOf(askedBy(ports, input), ownerRef, await ports.planLimits.for(caller));
    refuseBadWish(wish);
    const host = wantedHost(input.shareDomain);
    ports.keyRing.current(); // sealed: nothing is stored
    const earlier = await replayedAnswer(ports, input, caller);
    return earlier ?? (await conceal(ports, input, wish, host, caller));
  };
}

async function conceal(
  ports: ConcealPorts,
  input: ConcealInput,
  wish: Wish,
  host: string | null,
  caller: Caller,
): Promise<Concealed> {
  const shareDomain = host === null ? null : await shareDomainOf(ports, host, caller);
  const mailing = wish.recipients.addresses.length === 0 ? null : await mailingOf(ports, wish, shareDomain, caller);
  const repeat = repeatOf(ports.keys, input, caller, (made) => answerBytes(concealedAnswer(wish, made)));
  const context = contextOf(caller, wish.ownerRef, repeat?.commandName ?? null);
  const made = await storeSecret(ports, { wish, context, shareDomain, mailing, repeat });
  if (made !== 'duplicate') return concealedAnswer(wish, made);
  // Somebody concealed with this Idempotency-Key a moment ago, or long ago.
  const earlier = await replayedAnswer(ports, input, caller, { isKnown: true });
  if (earlier === null) throw new OutageError('replay', { retryAfterSeconds: 1 });
  return earlier;
}

async function shareDomainOf({ shareDomains }: ConcealPorts, host: string, caller: Caller): Promise<ShareDomain> {
  const found = caller.kind === 'anonymous' ? null : await shareDomains.find(caller.accountRef, host);
  if (found === null) throw new DomainNotFound();
  return found;
}

async function mailingOf(
  ports: ConcealPorts,
  wish: Wish,
  shareDomain: ShareDomain | null,
  caller: Caller,
): Promise<Mailing | null> {
  // The rules have refused a visitor's recipients before.
  return caller.kind === 'anonymous' ? null : await recipientMailing(ports, wish, caller, shareDomain);
}

function askedBy(ports: ConcealPorts, { kind, secret, passphrase, ttl, recipients }: ConcealInput): Asked {
  const text = kind === 'generate' ? generateValue(ports.generatedLength, ports.randomBytes) : secret;
  return { kind, text, passphrase, ttl, recipients };
}
