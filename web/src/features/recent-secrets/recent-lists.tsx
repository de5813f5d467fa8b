import '../../styles/rows.css';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecentListName, recentListNames } from '../../activity/recent-list.ts';
import type { Dashboard } from '../../activity/use-dashboard.ts';
import { useHeldRows } from '../../activity/use-held-rows.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { loadedOnDemand } from '../../ui/on-demand.tsx';
import { Seal } from '../../ui/seal.tsx';
import { useFoldedLists } from './folded-lists.ts';
import { RecentList } from './recent-list.tsx';
import { useRowControls } from './row-controls.ts';
import { RowsBar } from './rows-bar.tsx';
import { useListKeys } from './use-list-keys.ts';

const loadDialog = async () => (await import('./asked-dialog.tsx')).AskedDialog;
const AskedDialog = loadedOnDemand(loadDialog);

interface RecentListsProps {
  readonly dashboard: Dashboard;
  /** The one list to show; null: all. */
  readonly only?: RecentListName | null;
  /** What the lists were searched for; empty: nothing. */
  readonly search?: string;
  readonly onClear?: () => void;
  /** What happened to the secret of a row, by its key. */
  readonly storyOf: (key: string) => ReactNode;
  /** Leads somebody who has no secrets yet to the form. */
  readonly onCreate: () => void;
  /** Leads to the search; without it there is none on the page. */
  readonly onSearch?: () => void;
}

/** The lists, or what stands in their place: rows to come, nothing yet, nothing found. */
export function RecentLists(props: RecentListsProps) {
  const { dashboard, only = null, search = '', onClear, onCreate } = props;
  const { t } = useTranslation('app');
  const { lists, counts, isLoading } = dashboard;
  if (isLoading) return <RecentSkeleton />;
  if (counts.secrets === 0)
    return <Nothing text={t('recent.nothingYet')} action={t('recent.create')} onAct={onCreate} />;
  const wanted = only === null ? recentListNames : [only];
  const isFiltered = only !== null || search !== '';
  if (isFiltered && onClear !== undefined && wanted.every((name) => lists[name].secrets?.length === 0))
    return <Nothing text={t('recent.nothingFound')} action={t('recent.clear')} onAct={onClear} />;
  // A group that is empty is left out of what was searched; the last one always: it holds what went wrong.
  const shown = wanted.filter((name) => lists[name].secrets?.length !== 0 || (!isFiltered && name !== 'unopened'));
  return <ShownLists {...props} search={search} shown={shown} />;
}

type ShownListsProps = Omit<RecentListsProps, 'only'> & {
  readonly search: string;
  readonly shown: readonly RecentListName[];
};

/** The lists, what can be done with the rows that are chosen in them, and the keys that act while the focus is here. */
function ShownLists({ dashboard, search, shown, storyOf, onSearch }: ShownListsProps) {
  const { lists, isSearching, refresh } = dashboard;
  const doing = useRowControls(refresh, storyOf);
  const { chosen, asked, controls } = doing;
  const { folded, fold } = useFoldedLists();
  const rows = shown.flatMap((name) => lists[name].secrets ?? []);
  const held = useHeldRows(
    recentListNames.map((name) => lists[name].secrets?.map(({ key }) => key) ?? []),
    search,
    // A chosen one that is not in sight could not be unselected: it holds nothing back.
    rows.some(({ key }) => chosen.has(key)),
  );
  const chosenRows = rows.filter(({ key }) => chosen.has(key) && !held.held.has(key));
  const askToBurn = (row: string | null) => {
    const meant = chosenRows.length > 0 ? chosenRows : rows.filter(({ key }) => key === row);
    const keys = meant.filter(({ state }) => state === 'NEW').map(({ key }) => key);
    if (keys.length > 0) controls.ask('burn', keys);
    return keys.length > 0;
  };
  const { area, onKeyDown } = useListKeys(asked !== null, (action, row) => {
    if (action === 'search') onSearch?.();
    if (action === 'help') controls.ask('keys');
    if (action === 'select' && row !== null) controls.choose(row);
    if (action === 'burn') return askToBurn(row);
    return action !== 'search' || onSearch !== undefined;
  });
  useFocusAfterAsking(area, asked === null);
  // Ahead of the first question; if it does not come, the question asks for it again.
  useEffect(() => void loadDialog().catch(() => undefined), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys repeat what buttons and links of the rows do
    <div
      ref={area}
      tabIndex={-1}
      className="lists"
      aria-busy={isSearching || undefined}
      onKeyDown={onKeyDown}
      {...held.area}
    >
      <RowsBar chosen={chosenRows} onBurn={() => askToBurn(null)} controls={controls} />
      {shown.map((name) => (
        <RecentList
          key={name}
          name={name}
          list={lists[name]}
          doing={doing}
          held={held}
          isFolded={folded.has(name)}
          onFold={() => fold(name)}
        />
      ))}
      <Suspense fallback={null}>
        {asked !== null && <AskedDialog asked={asked} rows={rows} doing={doing} hasSearch={onSearch !== undefined} />}
      </Suspense>
    </div>
  );
}

/** What was asked about may be gone with what opened the dialog; then the focus stays in the lists. */
function useFocusAfterAsking(area: React.RefObject<HTMLElement | null>, isAnswered: boolean): void {
  const wasAsked = useRef(false);
  useEffect(() => {
    const isNowhere = document.activeElement === null || document.activeElement === document.body;
    if (isAnswered && wasAsked.current && isNowhere) area.current?.focus({ preventScroll: true });
    wasAsked.current = !isAnswered;
  }, [area, isAnswered]);
}

function Nothing({ text, action, onAct }: { text: string; action: string; onAct: () => void }) {
  return (
    <div className="card flex flex-col items-start gap-4" data-testid="recent-nothing">
      <Seal state="sealed" />
      <p>{text}</p>
      <ActionButton look="primary" onClick={onAct}>
        {action}
      </ActionButton>
    </div>
  );
}

const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'] as const;

/**
 * Stands where the lists will be, in rows of their size and down to the end of the window. It is replaced as a whole, so
 * that nothing that is seen moves when the lists arrive.
 */
function RecentSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-3" aria-busy="true">
      <span className="sr-only">{t('busy.loading')}</span>
      <span className="h-6 w-32 skeleton" />
      <div className="secret-rows">
        {places.map((place) => (
          <div key={place} className="secret-row flex h-14 items-center p-3">
            <span className="h-5 w-full skeleton" />
          </div>
        ))}
      </div>
    </div>
  );
}
