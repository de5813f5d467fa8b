import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { documentTitle } from '../app/route-table.ts';
import { DomainList } from '../features/manage-domains/domain-list.tsx';
import { useDomainActivity } from '../features/manage-domains/use-domain-activity.ts';
import { useRefreshing } from '../gql/graph-client.tsx';
import { LiveMark } from '../gql/live-mark.tsx';
import { domainsOperation } from '../gql/operations/domains.generated.ts';
import { paths } from '../site/paths.ts';
import { BesideHeading } from '../ui/beside-heading.tsx';
import { Link } from '../ui/link.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { LoadingBlock, QueryProblem } from '../ui/query-state.tsx';
import { Seal } from '../ui/seal.tsx';
import { DomainsGate } from './domains-gate.tsx';

export function DomainsPage() {
  const { t } = useTranslation();
  const heading = (
    <BesideHeading
      heading={
        <PageHeading documentTitle={documentTitle('domains', t('pages.domains.title'))}>
          {t('pages.domains.heading')}
        </PageHeading>
      }
    >
      <LiveMark />
    </BesideHeading>
  );
  return (
    <DomainsGate heading={heading}>
      <Domains />
    </DomainsGate>
  );
}

function Domains() {
  const { t } = useTranslation('app');
  const { data, error, refetch } = useQuery(domainsOperation, useRefreshing());
  useDomainActivity(data, () => void refetch().catch(() => undefined));
  if (data === undefined) {
    return error === undefined ? (
      <LoadingBlock rows={4} />
    ) : (
      <QueryProblem error={error} onRetry={() => void refetch()} />
    );
  }
  const add = (
    <Link href={paths.addDomain} className="btn btn-primary self-start">
      {t('domains.addOne')}
    </Link>
  );
  if (data.domains.nodes.length === 0) {
    return (
      <div className="card flex flex-col items-start gap-4">
        <Seal state="sealed" />
        <p>{t('domains.empty')}</p>
        {add}
      </div>
    );
  }
  return (
    <>
      <DomainList domains={data.domains.nodes} onChanged={() => refetch()} />
      {add}
    </>
  );
}
