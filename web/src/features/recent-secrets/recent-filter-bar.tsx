import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { recentListNames } from '../../secrets/recent-secret.ts';
import { maxSearchLength, type RecentFilter } from './use-recent-filter.ts';

/** Search by what a row shows, and a choice of one group. */
export function RecentFilterBar({ filter }: { readonly filter: RecentFilter }) {
  const { t } = useTranslation('app');
  const id = useId();
  return (
    <search className="grid gap-4 md:grid-cols-[1fr_12rem]">
      <div>
        <label className="field-label" htmlFor={`${id}-search`}>
          {t('recent.search')}
        </label>
        <input
          id={`${id}-search`}
          className="field"
          type="search"
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          maxLength={maxSearchLength}
          enterKeyHint="search"
          value={filter.typed}
          aria-describedby={`${id}-hint`}
          onChange={(event) => filter.type(event.currentTarget.value)}
        />
        <p id={`${id}-hint`} className="pt-1 text-small text-text-3">
          {t('recent.searchHint')}
        </p>
      </div>
      <div>
        <label className="field-label" htmlFor={`${id}-status`}>
          {t('recent.status')}
        </label>
        <select
          id={`${id}-status`}
          className="field"
          value={filter.only ?? ''}
          onChange={({ currentTarget: { value } }) =>
            filter.show(recentListNames.find((name) => name === value) ?? null)
          }
        >
          <option value="">{t('recent.all')}</option>
          {recentListNames.map((name) => (
            <option key={name} value={name}>
              {t(`recent.groups.${name}`)}
            </option>
          ))}
        </select>
      </div>
    </search>
  );
}
