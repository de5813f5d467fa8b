import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { graphClient } from '../../gql/graph-client.tsx';
import { domainsOperation } from '../../gql/operations/domains.generated.ts';
import { pageData } from '../../site/page-data.ts';
import { paths } from '../../site/paths.ts';
import { TextLink } from '../../ui/link.tsx';
import { type CheckedDomain, reasonNotOffered } from './domain-states.ts';

interface MissingDomainsProps {
  /** How many domains the customer has; undefined: not known. */
  readonly count: number | undefined;
  /** Verified hosts that the plan does not cover any more. */
  readonly suspended: readonly string[];
}

/** Why domains of the customer are not among the link domains, a line each, with the way to mend it. */
export function MissingDomains({ count = 0, suspended }: MissingDomainsProps) {
  const { t } = useTranslation('app');
  const isMissing = count > pageData().customDomains.length;
  return (
    <>
      {suspended.map((host) => (
        <p key={host} className="text-small text-text-2" data-testid="missing-domain">
          {t('domains.notOffered.plan', { domain: host })}{' '}
          <TextLink href={paths.domains}>{t('domains.upgrade')}</TextLink>
        </p>
      ))}
      {isMissing && <UnreadyDomains />}
    </>
  );
}

/** Those that were found not to be ready; nothing is said of what was not checked or could not be. */
function UnreadyDomains() {
  const { data } = useQuery(domainsOperation, { client: graphClient });
  return data?.domains.nodes.map((domain) =>
    domain.isRoutable ? null : <UnreadyDomain key={domain.id} domain={domain} />,
  );
}

interface UnreadyDomainProps {
  readonly domain: CheckedDomain & { readonly host: string; readonly displayDomain: string };
}

function UnreadyDomain({ domain }: UnreadyDomainProps) {
  const { t } = useTranslation('app');
  const reason = reasonNotOffered(domain);
  const { displayDomain, host } = domain;
  if (reason === null) return null;
  return (
    <p className="text-small text-text-2" data-testid="missing-domain">
      {t(`domains.notOffered.${reason}`, { domain: displayDomain })}{' '}
      <TextLink href={paths.verifyDomain(host)} aria-label={t('domains.setUpLabel', { domain: displayDomain })}>
        {t('domains.setUp')}
      </TextLink>
    </p>
  );
}
