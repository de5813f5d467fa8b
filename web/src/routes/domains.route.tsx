import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '../app/page-title.tsx';
import { DomainList, useDomainActivity } from '../features/manage-domains/domain-list.tsx';
import { useRefreshing } from '../gql/graph-client.tsx';
import { LiveMark } from '../gql/live-mark.tsx';
import { domainsOperation } from '../gql/operations/domains.generated.ts';
import { paths } from '../site/paths.ts';
import { BesideHeading } from '../ui/beside-heading.tsx';
import { ButtonLink } from '../ui/link.tsx';
import { Answer } from '../ui/query-state.tsx';
import { Seal } from '../ui/seal.tsx';
import { DomainsGate } from './domains-gate.tsx';

export function DomainsPage() {
  const heading = (
    <BesideHeading heading={<PageTitle page="domains" />}>
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
  const asked = useQuery(domainsOperation, useRefreshing());
  const { data, refetch } = asked;
  useDomainActivity(data, () => void refetch().catch(() => undefined));
  const add = (
    <ButtonLink href={paths.addDomain} look="primary" className="self-start">
      {t('domains.addOne')}
    </ButtonLink>
  );
  return (
    <Answer of={asked} rows={4} isKept>
      {({ domains: { nodes } }) =>
        nodes.length === 0 ? (
          <div className="card flex flex-col items-start gap-4">
            <Seal state="sealed" />
            <p>{t('domains.empty')}</p>
            {add}
          </div>
        ) : (
          <>
            <DomainList domains={nodes} onChanged={() => refetch()} />
            {add}
          </>
        )
      }
    </Answer>
  );
}
