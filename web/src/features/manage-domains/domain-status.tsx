import { CircleCheck, CircleDashed, Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DomainQuery, DomainsQuery } from '../../gql/operations.generated.ts';

/** Icon, word and colour. */
export function DomainStatus({ domain }: { domain: Pick<DomainRow, 'isVerified' | 'status'> }) {
  const { t } = useTranslation('app');
  if (domain.isVerified) {
    return (
      <span className="inline-flex items-center gap-2 text-ui text-success">
        <CircleCheck className="size-5" strokeWidth={1.75} aria-hidden="true" />
        {t('domains.status.verified')}
      </span>
    );
  }
  const Icon = domain.status === null ? CircleDashed : Clock;
  return (
    <span className="inline-flex items-center gap-2 text-ui text-warning">
      <Icon className="size-5" strokeWidth={1.75} aria-hidden="true" />
      {domain.status === null ? t('domains.status.unchecked') : t('domains.status.pending')}
    </span>
  );
}

/** A row of the list. */
export type DomainRow = DomainsQuery['domains']['nodes'][number];

/** One domain, with the records to enter at the DNS provider and what the last check found. */
export type DomainDetail = NonNullable<DomainQuery['domain']>;
