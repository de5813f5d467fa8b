import type { CustomerCaller } from '@onceover/graphql-kit/caller';
import { newId } from '@onceover/service-kit/ids';
import { deliveryRequested } from '../../domain/secret/delivery-requested.ts';
import { mailQuotas } from '../../domain/secret/mail-quotas.ts';
import { obscuredAddress } from '../../domain/secret/obscured-address.ts';
import type { ShareDomain } from '../../domain/secret/share-domain.ts';
import type { Wish } from '../conceal/wish.ts';
import type { MailUse } from './mail-ports.ts';
import { type Mail, type Mailing, type MailPorts, reserveMailing } from './mailing.ts';

/** One mail for each recipient, within what the account and each address may get. Null where nobody is mailed. */
export async function recipientMailing(
  ports: MailPorts,
  { recipients: { addresses }, limits }: Wish,
  sender: CustomerCaller,
  shareDomain: ShareDomain | null,
): Promise<Mailing | null> {
  if (addresses.length === 0) return null;
  const { accountWindowSeconds, perAddress, addressWindowSeconds } = mailQuotas;
  const ofAccount: MailUse = {
    subject: `account:${sender.accountRef}`,
    count: addresses.length,
    limit: limits.mailsPerDay,
    windowSeconds: accountWindowSeconds,
  };
  const ofAddresses = addresses.map(
    (address): MailUse => ({
      subject: `recipient:${address}`,
      count: 1,
      limit: perAddress,
      windowSeconds: addressWindowSeconds,
    }),
  );
  const mails = addresses.map((address) => linkMail(address, sender, shareDomain?.host ?? null));
  return await reserveMailing(ports, [ofAccount, ...ofAddresses], mails, addresses.map(obscuredAddress).join(', '));
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
