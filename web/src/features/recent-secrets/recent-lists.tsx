import { useTranslation } from 'react-i18next';
import type { Dashboard } from '../../activity/use-dashboard.ts';
import { useHeldRows } from '../../activity/use-held-rows.ts';
import { type RecentListName, recentListNames } from '../../secrets/recent-secret.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Seal } from '../../ui/seal.tsx';
import { RecentList } from './recent-list.tsx';
import { RecentSkeleton } from './recent-skeleton.tsx';
import { useRowLabelling } from './use-row-labelling.ts';

interface RecentListsProps {
  readonly dashboard: Dashboard;
  /** The one list to show; null: all. */
  readonly only?: RecentListName | null;
  /** What the lists were searched for; empty: nothing. */
  readonly search?: string;
  /** Shows everything again. */
  readonly onClear?: () => void;
  /** Leads somebody who has no secrets yet to the form. */
  readonly onCreate: () => void;
}

/** The lists, or what stands in their place: rows to come, nothing yet, nothing found. */
export function RecentLists({ dashboard, only = null, search = '', onClear, onCreate }: RecentListsProps) {
  const { t } = useTranslation('app');
  const { lists, counts, isLoading, isSearching, refresh } = dashboard;
  const labelling = useRowLabelling(refresh);
  const held = useHeldRows(
    recentListNames.map((name) => lists[name].secrets?.map(({ key }) => key) ?? []),
    search,
  );
  if (isLoading) return <RecentSkeleton />;
  if (counts.secrets === 0)
    return <Nothing text={t('recent.nothingYet')} action={t('recent.create')} onAct={onCreate} />;
  const wanted = only === null ? recentListNames : [only];
  const isFiltered = only !== null || search !== '';
  if (isFiltered && onClear !== undefined && wanted.every((name) => lists[name].secrets?.length === 0))
    return <Nothing text={t('recent.nothingFound')} action={t('recent.clear')} onAct={onClear} />;
  const shown = wanted.filter((name) => !isLeftOut(name, lists[name].secrets?.length === 0, isFiltered));
  return (
    <div className="flex flex-col gap-6" aria-busy={isSearching || undefined} {...held.area}>
      {shown.map((name) => (
        <RecentList key={name} name={name} list={lists[name]} labelling={labelling} held={held} />
      ))}
    </div>
  );
}

/** A group that is empty is left out of what was searched; the last one always: it holds what went wrong. */
function isLeftOut(name: RecentListName, isEmpty: boolean, isFiltered: boolean): boolean {
  return isEmpty && (isFiltered || name === 'unopened');
}

interface NothingProps {
  readonly text: string;
  readonly action: string;
  readonly onAct: () => void;
}

/** A seal, a sentence and one thing to do. */
function Nothing({ text, action, onAct }: NothingProps) {
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
