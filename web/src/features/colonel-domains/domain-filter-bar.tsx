import { useTranslation } from 'react-i18next';
import { useTypedSearch } from '../../lib/use-typed-search.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { type DomainFilter, domainStates } from './use-custom-domains.ts';

interface DomainFilterBarProps {
  readonly filter: DomainFilter;
  readonly onChange: (name: 'host' | 'state', word: string) => void;
}

/** A part of the host, and how the domain stands. */
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
