import { mostConfirmedAtOnce } from '@onceover/schema/confirmation';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '../app/page-title.tsx';
import { BurnSelected } from '../features/colonel-secrets/burn-selected.tsx';
import { ListedSecrets } from '../features/colonel-secrets/listed-secrets.tsx';
import {
  isFiltered,
  type ListedSecret,
  SecretFilterBar,
  secretFilterFrom,
  useListedSecrets,
} from '../features/colonel-secrets/secret-filter.tsx';
import { type Chosen, noneChosen, toggled } from '../lib/chosen.ts';
import { useSearchWords } from '../lib/use-search-words.ts';
import { Notice } from '../ui/notice.tsx';
import { Pages } from '../ui/query-state.tsx';

export function ColonelSecretsPage() {
  const { t } = useTranslation(['colonel', 'app']);
  const [said, change] = useSearchWords();
  const filter = secretFilterFrom(said);
  const secrets = useListedSecrets(filter);
  const [told, setTold] = useState('');
  const [chosen, setChosen] = useState<Chosen>(noneChosen);
  const toggle = (id: string) => setChosen((before) => toggled(before, id));
  return (
    <div className="flex flex-col gap-6">
      <PageTitle page="colonelSecrets" />
      <p className="text-small text-text-2">{t('secrets.note')}</p>
      <SecretFilterBar filter={filter} onChange={change} />
      {told !== '' && <Notice kind="success">{told}</Notice>}
      <Pages
        of={secrets}
        none={<p className="card text-ui text-text-2">{t(isFiltered(filter) ? 'secrets.noMatch' : 'secrets.none')}</p>}
        more={t('app:recent.more')}
      >
        {(rows) => (
          <>
            <SelectionBar
              rows={rows}
              chosen={chosen}
              onChoose={setChosen}
              onBurned={(words) => {
                setTold(words);
                setChosen(noneChosen);
                secrets.again();
              }}
            />
            <ListedSecrets rows={rows} selection={{ chosen, toggle }} />
          </>
        )}
      </Pages>
    </div>
  );
}

interface SelectionBarProps {
  readonly rows: readonly ListedSecret[];
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
  readonly onBurned: (told: string) => void;
}

/** What is selected and not shown is not burned: whoever confirms has seen it. */
function SelectionBar({ rows, chosen, onChoose, onBurned }: SelectionBarProps) {
  const { t } = useTranslation('colonel');
  const burnable = rows.filter(({ state }) => state === 'NEW').slice(0, mostConfirmedAtOnce);
  const selected = rows.filter(({ id, state }) => state === 'NEW' && chosen.has(id)).slice(0, mostConfirmedAtOnce);
  const hasAll = burnable.length > 0 && selected.length === burnable.length;
  if (burnable.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <label className="inline-flex min-h-11 items-center gap-2 text-ui">
        <input
          type="checkbox"
          className="size-5 accent-accent"
          checked={hasAll}
          onChange={() => onChoose(hasAll ? noneChosen : new Set(burnable.map(({ id }) => id)))}
        />
        {t('secrets.selectAll')}
      </label>
      <BurnSelected secrets={selected} onDone={onBurned} />
    </div>
  );
}
