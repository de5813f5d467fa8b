import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { documentTitle } from '../app/route-table.ts';
import { VerifyPanel } from '../features/manage-domains/verify-panel.tsx';
import { domainOperation } from '../gql/operations/domain.generated.ts';
import { paths } from '../site/paths.ts';
import { Link } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { LoadingBlock, QueryProblem } from '../ui/query-state.tsx';
import { DomainsGate } from './domains-gate.tsx';

/** How often the page refreshes while waiting for the record, in milliseconds. */
const pollMilliseconds = 15_000;

export function VerifyDomainPage() {
  const { t } = useTranslation(['core', 'app']);
  const heading = (
    <PageHeading documentTitle={documentTitle('verifyDomain', t('pages.verifyDomain.title'))}>
      {t('pages.verifyDomain.heading')}
    </PageHeading>
  );
  return (
    <DomainsGate heading={heading}>
      <p className="text-ui">
        <Link href={paths.domains} className="link">
          {t('app:domains.all')}
        </Link>
      </p>
      <Domain />
    </DomainsGate>
  );
}

function Domain() {
  const { t } = useTranslation('app');
  const { domain: host = '' } = useParams();
  const { data, error, refetch } = useQuery(domainOperation, {
    variables: { domain: host },
    pollInterval: pollMilliseconds,
    skipPollAttempt: () => document.visibilityState !== 'visible',
  });
  if (data === undefined) {
    return error === undefined ? (
      <LoadingBlock rows={6} />
    ) : (
      <QueryProblem error={error} onRetry={() => void refetch()} />
    );
  }
  if (data.domain === null) return <Notice kind="warning">{t('domains.unknown')}</Notice>;
  return <VerifyPanel domain={data.domain} onChecked={() => refetch()} />;
}
