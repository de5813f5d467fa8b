import { useTranslation } from 'react-i18next';
import { recentListNames } from '../../activity/recent-lists.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { maxSearchLength, type RecentFilter } from './use-recent-filter.ts';

/** Search by what a row shows, and a choice of one group. */
export function RecentFilterBar({ filter }: { readonly filter: RecentFilter }) {
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
