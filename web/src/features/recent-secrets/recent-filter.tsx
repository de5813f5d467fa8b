import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { type RecentListName, recentListNames } from '../../activity/recent-list.ts';
import { useTypedSearch } from '../../lib/use-typed-search.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';

/** No short key or address is longer, and hardly a label; the service searches for no more. */
const maxSearchLength = 100;

interface FilterValues {
  /** The one list to show; null: all. */
  readonly only: RecentListName | null;
  readonly search: string;
}

/**
 * Search and status of the recent secrets, and how to change them. Kept in the address, behind `#`: going back and reloading
 * keep it, and as browsers send no fragment, what somebody searches for never reaches a log. A new status is a step in the
 * history; typing changes the step it is in.
 */
export function useRecentFilter() {
  const navigate = useNavigate();
  const { only, search } = filterIn(useLocation().hash);
  const go = (values: FilterValues, isStep: boolean) => void navigate({ hash: hashOf(values) }, { replace: !isStep });
  const { typed, type, settle } = useTypedSearch(search, (wanted) => go({ only, search: wanted }, false));
  const step = (values: FilterValues) => {
    settle(values.search);
    go(values, true);
  };
  return {
    only,
    search,
    typed,
    type,
    show: (name: RecentListName | null) => step({ only: name, search: typed.trim() }),
    clear: () => {
      type('');
      step({ only: null, search: '' });
    },
  };
}

function filterIn(hash: string): FilterValues {
  const values = new URLSearchParams(hash.slice(1));
  const search = (values.get('search') ?? '').slice(0, maxSearchLength).trim();
  return { only: recentListNames.find((name) => name === values.get('status')) ?? null, search };
}

function hashOf({ only, search }: FilterValues): string {
  const values = new URLSearchParams();
  if (only !== null) values.set('status', only);
  if (search !== '') values.set('search', search);
  return values.toString();
}

export function RecentFilterBar({ filter }: { readonly filter: ReturnType<typeof useRecentFilter> }) {
  const { t } = useTranslation('app');
  return (
    <search className="grid gap-4 md:grid-cols-[1fr_12rem]">
      <SearchField
        label={t('recent.search')}
        hint={t('recent.searchHint')}
        maxLength={maxSearchLength}
        value={filter.typed}
        onType={filter.type}
      />
      <SelectField
        label={t('recent.status')}
        value={filter.only ?? ''}
        onChoose={(value) => filter.show(recentListNames.find((name) => name === value) ?? null)}
        options={[
          { value: '', text: t('recent.all') },
          ...recentListNames.map((name) => ({ value: name, text: t(`recent.groups.${name}`) })),
        ]}
      />
    </search>
  );
}
