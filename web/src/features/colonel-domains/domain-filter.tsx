import { useTranslation } from 'react-i18next';
import { askOnce } from '../../gql/mutate.ts';
import { customDomainsOperation } from '../../gql/operations/custom-domains.generated.ts';
import type { CustomDomainState, CustomDomainsQuery } from '../../gql/operations.generated.ts';
import { usePages } from '../../lib/use-pages.ts';
import { useTypedSearch } from '../../lib/use-typed-search.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';

const PAGE = 50;

export type CustomDomainRow = CustomDomainsQuery['customDomains']['nodes'][number];

const domainStates = [
  'WORKING',
  'UNPROVEN',
  'ELSEWHERE',
  'BAD_CERTIFICATE',
] as const satisfies readonly CustomDomainState[];

interface DomainFilter {
  readonly host: string;
  readonly state: CustomDomainState | null;
}

export function domainFilterFrom(said: URLSearchParams): DomainFilter {
  const state = domainStates.find((each) => each === said.get('state')) ?? null;
  return { host: (said.get('host') ?? '').slice(0, 253), state };
}

export function useCustomDomains(filter: DomainFilter) {
  return usePages(
    filter,
    async (after) => (await askOnce(customDomainsOperation, { first: PAGE, after, filter })).customDomains,
  );
}

interface DomainFilterBarProps {
  readonly filter: DomainFilter;
  readonly onChange: (name: 'host' | 'state', word: string) => void;
}

export function DomainFilterBar({ filter, onChange }: DomainFilterBarProps) {
  const { t } = useTranslation('colonel');
  const { typed, type } = useTypedSearch(filter.host, (host) => onChange('host', host));
  return (
    <search className="flex flex-wrap items-end gap-4">
      <div className="min-w-60 flex-1">
        <SearchField label={t('domains.host')} value={typed} onType={type} autoCapitalize="none" maxLength={253} />
      </div>
      <SelectField
        label={t('domains.state')}
        value={filter.state ?? ''}
        onChoose={(state) => onChange('state', state)}
        options={[
          { value: '', text: t('domains.states.all') },
          ...domainStates.map((state) => ({ value: state, text: t(`domains.states.${state}`) })),
        ]}
      />
    </search>
  );
}
