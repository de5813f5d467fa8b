import { useTranslation } from 'react-i18next';
import { paths } from '../../site/paths.ts';
import { Link } from '../../ui/link.tsx';
import { DomainStatus } from './domain-status.tsx';
import type { DomainRow } from './domains.ts';
import { RemoveDomain } from './remove-domain.tsx';

interface DomainListProps {
  readonly domains: readonly DomainRow[];
  readonly onRemoved: () => Promise<unknown>;
}

export function DomainList({ domains, onRemoved }: DomainListProps) {
  const { t } = useTranslation('app');
  return (
    <ul className="card flex flex-col divide-y divide-border py-2">
      {domains.map((domain) => (
        <li key={domain.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
          <div className="me-auto min-w-0">
            <Link href={paths.verifyDomain(domain.host)} className="link font-medium">
              <bdi>{domain.displayDomain}</bdi>
            </Link>
            {domain.displayDomain !== domain.host && (
              <p className="text-small text-text-2">
                <bdi dir="ltr">{domain.host}</bdi>
              </p>
            )}
            <p>
              <DomainStatus domain={domain} />
            </p>
          </div>
          {!domain.isVerified && (
            <Link
              href={paths.verifyDomain(domain.host)}
              className="btn btn-quiet"
              aria-label={t('domains.verifyLabel', { domain: domain.displayDomain })}
            >
              {t('domains.verify')}
            </Link>
          )}
          <RemoveDomain host={domain.host} name={domain.displayDomain} onRemoved={onRemoved} />
        </li>
      ))}
    </ul>
  );
}
