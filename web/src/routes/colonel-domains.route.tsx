import { useTranslation } from 'react-i18next';
import { PageTitle } from '../app/page-title.tsx';
import { CustomDomainList } from '../features/colonel-domains/custom-domain-list.tsx';
import { DomainFilterBar, domainFilterFrom, useCustomDomains } from '../features/colonel-domains/domain-filter.tsx';
import { DomainStateList } from '../features/manage-domains/state-words.tsx';
import { useSearchWords } from '../lib/use-search-words.ts';
import { Pages } from '../ui/query-state.tsx';

export function ColonelDomainsPage() {
  const { t } = useTranslation('colonel');
  const [said, change] = useSearchWords();
  const filter = domainFilterFrom(said);
  const domains = useCustomDomains(filter);
  const isFiltered = filter.host !== '' || filter.state !== null;
  return (
    <div className="flex flex-col gap-6">
      <PageTitle page="colonelDomains" />
      <DomainFilterBar filter={filter} onChange={change} />
      <Pages
        of={domains}
        none={<p className="card text-ui text-text-2">{t(isFiltered ? 'domains.noMatch' : 'domains.none')}</p>}
        more={t('domains.more')}
      >
        {(rows) => (
          <CustomDomainList
            rows={rows}
            stateOf={(domain) => <DomainStateList domain={domain} />}
            onRemoved={domains.again}
          />
        )}
      </Pages>
    </div>
  );
}
