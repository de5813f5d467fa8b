import type { CustomerCaller } from '@onceover/schema/caller';
import { parseRecipient } from '@onceover/schema/email-address';
import { newId } from '@onceover/service-kit/ids';
import { deliveryRequested, mailQuotas } from '../../domain/secret/delivery.ts';
import { obscuredAddress } from '../../domain/secret/obscured-address.ts';
import { MailQuotaReached } from '../../domain/secret/secret-errors.ts';
import type { ShareDomain } from '../../domain/secret/share-domain.ts';
import type { Mail, Mailing, MailPorts, MailUse } from './mailing.ts';

/** Who gets an email with the link, each once, in the order given. */
export interface Recipients {
  readonly addresses: readonly string[];
  /** The first one nothing can be sent to, as it was given. */
  readonly undeliverable: string | null;
}

const nobody: Recipients = { addresses: [], undeliverable: null };

/** Reads `a@b.c` and `Name <a@b.c>`; empties are ignored, duplicates merged. */
export function recipientsOf(given: readonly string[]): Recipients {
  if (given.length === 0) return nobody;
  const addresses = new Set<string>();
  for (const text of given) {
    if (text.trim() === '') continue;
    const address = parseRecipient(text);
    if (address === null) return { addresses: [...addresses], undeliverable: text };
    addresses.add(address);
  }
  return { addresses: [...addresses], undeliverable: null };
}

/**
 * One email for each recipient, within what the account and each address may get. The sealing key is fetched first, so that
 * nothing is counted while it is away. A process that dies in between leaves them counted until their window has passed.
 *
 * Refuses  secret.mail-quota-reached
 */
export async function recipientMailing(
  { mailSealer, mailQuota }: MailPorts,
  addresses: readonly string[],
  mailsPerDay: number,
  sender: CustomerCaller,
  shareDomain: ShareDomain | null,
): Promise<Mailing> {
  const { accountWindowSeconds, perAddress, addressWindowSeconds } = mailQuotas;
  const ofAccount: MailUse = {
    subject: `account:${sender.accountRef}`,
    count: addresses.length,
    limit: mailsPerDay,
    windowSeconds: accountWindowSeconds,
  };
  const ofAddresses = addresses.map((address): MailUse => {
    return { subject: `recipient:${address}`, count: 1, limit: perAddress, windowSeconds: addressWindowSeconds };
  });
  const seal = await mailSealer.ready();
  const reservation = await mailQuota.reserve([ofAccount, ...ofAddresses]);
  if (reservation.kind === 'reached') throw new MailQuotaReached(reservation.retryAfterSeconds);
  return {
    mails: addresses.map((address) => linkMail(address, sender, shareDomain?.host ?? null)),
    obscured: addresses.map(obscuredAddress).join(', '),
    seal,
    giveBack: () => mailQuota.giveBack(reservation.id),
  };
}

function linkMail(address: string, sender: CustomerCaller, host: string | null): Mail {
  const deliveryId = newId();
  return {
    deliveryId,
    envelope: (link) => ({
      template: 'secret-link',
      address,
      locale: sender.locale ?? 'en',
      sender: sender.custid,
      host,
      ...link,
    }),
    event: () => deliveryRequested(deliveryId),
  };
}
