import { useTranslation } from 'react-i18next';
import { PageTitle } from '../app/page-title.tsx';
import { CustomDomainList } from '../features/colonel-domains/custom-domain-list.tsx';
import { DomainFilterBar } from '../features/colonel-domains/domain-filter-bar.tsx';
import { domainFilterFrom, useCustomDomains } from '../features/colonel-domains/use-custom-domains.ts';
import { DomainStateList } from '../features/manage-domains/state-mark.tsx';
import { useSearchWords } from '../lib/use-search-words.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { LoadingBlock, QueryProblem } from '../ui/query-state.tsx';

/** The custom domains of all customers, for colonels. */
export function ColonelDomainsPage() {
  const { t } = useTranslation(['core', 'colonel']);
  const [said, change] = useSearchWords();
  const filter = domainFilterFrom(said);
  const { rows, end, error, showMore, again } = useCustomDomains(filter);
  const isFiltered = filter.host !== '' || filter.state !== null;
  return (
    <div className="flex flex-col gap-6">
      <PageTitle page="colonelDomains" />
      <DomainFilterBar filter={filter} onChange={change} />
      {error !== null && <QueryProblem error={error} onRetry={again} />}
      {rows === null && error === null && <LoadingBlock rows={6} />}
      {rows?.length === 0 && (
        <p className="card text-ui text-text-2">
          {isFiltered ? t('colonel:domains.noMatch') : t('colonel:domains.none')}
        </p>
      )}
      {rows !== null && rows.length > 0 && (
        <CustomDomainList rows={rows} stateOf={(domain) => <DomainStateList domain={domain} />} onRemoved={again} />
      )}
      {end !== null && (
        <ActionButton className="self-start max-sm:w-full" onClick={showMore}>
          {t('colonel:domains.more')}
        </ActionButton>
      )}
    </div>
  );
}
