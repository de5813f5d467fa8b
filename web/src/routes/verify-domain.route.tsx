import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { PageTitle } from '../app/page-title.tsx';
import { VerifyPanel } from '../features/manage-domains/verify-panel.tsx';
import { whileVisible } from '../gql/graph-client.tsx';
import { domainOperation } from '../gql/operations/domain.generated.ts';
import { paths } from '../site/paths.ts';
import { TextLink } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';
import { Answer } from '../ui/query-state.tsx';
import { DomainsGate } from './domains-gate.tsx';

export function VerifyDomainPage() {
  const { t } = useTranslation(['core', 'app']);
  return (
    <DomainsGate heading={<PageTitle page="verifyDomain" />}>
      <p className="text-ui">
        <TextLink href={paths.domains}>{t('app:domains.all')}</TextLink>
      </p>
      <Domain />
    </DomainsGate>
  );
}

function Domain() {
  const { t } = useTranslation('app');
  const { domain: host = '' } = useParams();
  const asked = useQuery(domainOperation, { variables: { domain: host }, ...whileVisible });
  return (
    <Answer of={asked} rows={6} isKept>
      {({ domain }) =>
        domain === null ? (
          <Notice kind="warning">{t('domains.unknown')}</Notice>
        ) : (
          <VerifyPanel domain={domain} onChecked={() => asked.refetch()} />
        )
      }
    </Answer>
  );
}
