import { useTranslation } from 'react-i18next';
import type { Delivery, Metadata } from '../../secrets/metadata.ts';

export interface Mailing {
  /** To whom the link is on its way, in words; null if this tab does not know the address. The server tells only its mask. */
  readonly heading: string | null;
  /** The recipient gets the link by email, as far as is known: nobody has to send it. */
  readonly isUnderWay: boolean;
}

const notThere: ReadonlySet<Delivery['status']> = new Set(['failed', 'suppressed', 'bounced']);

/** What became of the email with the link. `mailedTo` is what this tab remembers. */
export function useMailing({ details }: Metadata, mailedTo: string | null): Mailing {
  const { t } = useTranslation('public');
  const status = details.deliveries[0]?.status ?? (mailedTo === null ? null : 'queued');
  if (status === null) return { heading: null, isUnderWay: false };
  const hasFailed = details.deliveries.some((one) => notThere.has(one.status));
  return {
    heading: mailedTo === null ? null : t(`metadata.mailing.${status}`, { address: mailedTo }),
    isUnderWay: !hasFailed,
  };
}
