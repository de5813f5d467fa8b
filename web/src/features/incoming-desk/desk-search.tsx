import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useTypedSearch } from '../../lib/use-typed-search.ts';
import { SearchField } from '../../ui/search-field.tsx';

/** No ticket number is longer, whatever pattern the operator has set. */
const maxTicketLength = 100;

/**
 * The ticket that the desk looks for; empty: all. Kept in the address, behind `#`: going back and reloading keep it, and no log
 * ever holds a ticket number.
 */
export function useDeskSearch() {
  const navigate = useNavigate();
  const ticket = (new URLSearchParams(useLocation().hash.slice(1)).get('ticket') ?? '')
    .slice(0, maxTicketLength)
    .trim();
  const ask = (wanted: string) => {
    const values = new URLSearchParams(wanted === '' ? [] : [['ticket', wanted]]);
    void navigate({ hash: values.toString() }, { replace: true });
  };
  const { typed, type, settle } = useTypedSearch(ticket, ask);
  const clear = () => {
    type('');
    settle('');
    ask('');
  };
  return { ticket, typed, type, clear };
}

export function DeskSearchField({ search }: { readonly search: ReturnType<typeof useDeskSearch> }) {
  const { t } = useTranslation('app');
  return (
    <search>
      <SearchField
        label={t('desk.search')}
        hint={t('desk.searchHint')}
        maxLength={maxTicketLength}
        value={search.typed}
        onType={search.type}
      />
    </search>
  );
}
