import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useTypedSearch } from '../../lib/use-typed-search.ts';
import { type DomainFilter, domainStates } from './use-custom-domains.ts';

interface DomainFilterBarProps {
  readonly filter: DomainFilter;
  readonly onHost: (host: string) => void;
  readonly onState: (state: string) => void;
}

/** A part of the host, and how the domain stands. */
export function DomainFilterBar({ filter, onHost, onState }: DomainFilterBarProps) {
  const { t } = useTranslation('colonel');
  const [hostId, stateId] = [useId(), useId()];
  const { typed, type } = useTypedSearch(filter.host, onHost);
  return (
    <search className="flex flex-wrap items-end gap-4">
      <div className="min-w-60 flex-1">
        <label className="field-label" htmlFor={hostId}>
          {t('domains.host')}
        </label>
        <input
          id={hostId}
          type="search"
          className="field"
          dir="auto"
          value={typed}
          onChange={({ target }) => type(target.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={253}
          enterKeyHint="search"
        />
      </div>
      <div>
        <label className="field-label" htmlFor={stateId}>
          {t('domains.state')}
        </label>
        <select
          id={stateId}
          className="field"
          value={filter.state ?? ''}
          onChange={({ target }) => onState(target.value)}
        >
          <option value="">{t('domains.states.all')}</option>
          {domainStates.map((state) => (
            <option key={state} value={state}>
              {t(`domains.states.${state}`)}
            </option>
          ))}
        </select>
      </div>
    </search>
  );
}
