import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type DeskSearch, maxTicketLength } from './use-desk-search.ts';

/** Search by the whole number of a ticket. */
export function DeskSearchField({ search }: { readonly search: DeskSearch }) {
  const { t } = useTranslation('app');
  const id = useId();
  return (
    <search>
      <label className="field-label" htmlFor={id}>
        {t('desk.search')}
      </label>
      <input
        id={id}
        className="field"
        type="search"
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        maxLength={maxTicketLength}
        enterKeyHint="search"
        value={search.typed}
        aria-describedby={`${id}-hint`}
        onChange={(event) => search.type(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} className="pt-1 text-small text-text-3">
        {t('desk.searchHint')}
      </p>
    </search>
  );
}
