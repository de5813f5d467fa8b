import type { Caller } from '@onceover/graphql-kit/caller';
import { newId } from '@onceover/service-kit/ids';
import { incomingSubmitted, mailQuotas } from '../../domain/secret/delivery.ts';
import { obscuredAddress } from '../../domain/secret/obscured-address.ts';
import { IncomingDisabled, InvalidTicketNumber, NothingToSubmit } from '../../domain/secret/secret-errors.ts';
import type { LimitsOfCallers } from '../conceal/conceal-secret.ts';
import { metadataOfNew } from '../conceal/concealed.ts';
import { limitWish } from '../conceal/limited-wish.ts';
import { refuseBadWish, type StorePorts, storeSecret } from '../conceal/store-secret.ts';
import { type Mailing, type MailPorts, reserveMailing } from '../delivery/mailing.ts';
import type { MetadataView } from '../metadata/metadata-view.ts';
import { contextOf } from '../secret/command-context.ts';
import { refuseScopelessToken } from '../secret/ownership.ts';

/** The support desk, as it is configured. */
export interface IncomingDesk {
  /** Where its emails go, in lower case; null: there is no desk. */
  readonly recipient: string | null;
  /** Of every secret sent there; empty means none. */
  readonly passphrase: string;
  /** Pattern that a ticket number must match in full. */
  readonly ticketPattern: RegExp;
  /** Keyed hash of an address, under which its secrets are found. */
  readonly inboxOf: (address: string) => Buffer;
}

export interface IncomingInput {
  readonly secret: string;
  readonly ticketNumber: string;
}

export interface IncomingSubmission {
  readonly metadata: MetadataView;
  readonly ticketNumber: string;
  /** Obscured. */
  readonly recipient: string;
}

export type IncomingPorts = StorePorts &
  MailPorts & { readonly planLimits: LimitsOfCallers; readonly desk: IncomingDesk };

const weekSeconds = 604_800;

/**
 * Makes a secret for the support desk, for a week, and emails its link there with the ticket number.
 *
 * Refuses  incoming.disabled, incoming.empty, incoming.invalid-ticket-number, secret.mail-quota-reached
 * Source   REST contract 8
 */
export function submitIncomingUseCase(ports: IncomingPorts) {
  return async (input: IncomingInput, caller: Caller): Promise<IncomingSubmission> => {
    refuseScopelessToken(caller, 'secrets-write');
    const { recipient, ticketPattern, passphrase } = ports.desk;
    if (recipient === null) throw new IncomingDisabled();
    if (input.secret === '') throw new NothingToSubmit();
    const ticketNumber = input.ticketNumber.trim();
    if (!ticketPattern.test(ticketNumber)) throw new InvalidTicketNumber();
    const ownerRef = caller.kind === 'anonymous' ? null : caller.accountRef;
    const limits = { ...(await ports.planLimits.for(caller)), maxTtlSeconds: weekSeconds };
    const asked = { secret: input.secret, passphrase, ttl: weekSeconds, recipients: [] };
    const wish = limitWish('incoming', asked, ownerRef, limits);
    refuseBadWish(wish);
    ports.keyRing.current(); // sealed: nothing is stored
    const incomingId = newId();
    const mailing = await deskMailing(ports, recipient, ticketNumber, incomingId);
    const context = contextOf(caller, ownerRef, null);
    const inbox = ports.desk.inboxOf(recipient);
    const made = await storeSecret(ports, wish, {
      context,
      mailing,
      shareDomain: null,
      replay: null,
      incoming: ({ binding: { lookup, createdAt: submittedAt } }) => {
        return { incomingId, lookup, inbox, ticketNumber, submittedAt };
      },
    });
    // A command without a name of its own was never executed before.
    if (made === 'duplicate') throw new TypeError('an incoming secret was stored twice');
    return { metadata: metadataOfNew(made, mailing.mails.length), ticketNumber, recipient: mailing.obscured };
  };
}

/** One email to the desk, within what it may get in an hour. */
async function deskMailing(
  ports: MailPorts,
  address: string,
  ticketNumber: string,
  incomingId: string,
): Promise<Mailing> {
  const deliveryId = newId();
  const { perInbox: limit, inboxWindowSeconds: windowSeconds } = mailQuotas;
  const use = { subject: `inbox:${address}`, count: 1, limit, windowSeconds } as const;
  const mail = {
    deliveryId,
    envelope: ({ path, expiresAt }: { path: string; expiresAt: string }) =>
      ({ template: 'incoming', address, locale: 'en', ticketNumber, path, expiresAt }) as const,
    event: (secretId: string) => incomingSubmitted(incomingId, secretId, deliveryId),
  };
  return await reserveMailing(ports, [use], [mail], obscuredAddress(address));
}
