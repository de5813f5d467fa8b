import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecentListName, recentListNames } from '../../activity/recent-list.ts';
import { ShowNew } from '../../activity/show-new.tsx';
import type { Dashboard } from '../../activity/use-dashboard.ts';
import { type HeldRows, useHeldRows } from '../../activity/use-held-rows.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { QueryProblem } from '../../ui/query-state.tsx';
import { Seal } from '../../ui/seal.tsx';
import { RecentRow, type RecentRowProps } from './recent-row.tsx';
import { useRowLabelling } from './row-actions.tsx';

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
}

/** The lists, or what stands in their place: rows to come, nothing yet, nothing found. */
export function RecentLists({ dashboard, only = null, search = '', onClear, storyOf, onCreate }: RecentListsProps) {
  const { t } = useTranslation('app');
  const { lists, counts, isLoading, isSearching, refresh } = dashboard;
  const labelling = useRowLabelling(refresh);
  // Above the lists, so that it stays open when its row moves to another.
  const [open, setOpen] = useState<string | null>(null);
  const story = { open, toggle: (key: string) => setOpen(open === key ? null : key), of: storyOf };
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
  // A group that is empty is left out of what was searched; the last one always: it holds what went wrong.
  const shown = wanted.filter((name) => lists[name].secrets?.length !== 0 || (!isFiltered && name !== 'unopened'));
  return (
    <div className="flex flex-col gap-6" aria-busy={isSearching || undefined} {...held.area}>
      {shown.map((name) => (
        <RecentList key={name} name={name} list={lists[name]} labelling={labelling} story={story} held={held} />
      ))}
    </div>
  );
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

const rows = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

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
      <div className="flex flex-col gap-2">
        {rows.map((row) => (
          <div key={row} className="flex min-h-28 flex-col gap-2 rounded-md border border-border p-3">
            <span className="h-5 w-2/3 skeleton" />
            <span className="h-4 w-full skeleton" />
          </div>
        ))}
      </div>
    </div>
  );
}

interface RecentListProps {
  readonly name: RecentListName;
  readonly list: Dashboard['lists'][RecentListName];
  readonly labelling: RecentRowProps['labelling'];
  readonly story: RecentRowProps['story'];
  readonly held: HeldRows;
}

/** One list with its own heading, error and "show more". An empty one says what it would hold. */
function RecentList({ name, list, labelling, story, held: { held, release } }: RecentListProps) {
  const { t } = useTranslation('app');
  const { secrets, hasMore, error, isLoading, retry, showMore } = list;
  const shown = secrets?.filter(({ key }) => !held.has(key));
  const waiting = (secrets?.length ?? 0) - (shown?.length ?? 0);
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useKeptFocus(section, heading);
  return (
    <section ref={section} aria-labelledby={headingId} className="flex flex-col gap-3" data-testid={`recent-${name}`}>
      <ShowNew
        heading={
          <h2 ref={heading} id={headingId} tabIndex={-1}>
            {t(`recent.groups.${name}`)}
          </h2>
        }
        count={waiting}
        onShow={release}
      />
      {secrets?.length === 0 && !hasMore && <p className="text-ui text-text-2">{t(`recent.none.${name}`)}</p>}
      {shown !== undefined && shown.length > 0 && (
        <ul className="flex flex-col gap-2">
          {shown.map((secret) => (
            <RecentRow key={secret.key} secret={secret} labelling={labelling} story={story} />
          ))}
        </ul>
      )}
      {error !== undefined && <QueryProblem error={error} onRetry={retry} />}
      {hasMore && error === undefined && (
        <ActionButton className="self-start" isOff={isLoading} onClick={showMore}>
          {t('recent.more')}
        </ActionButton>
      )}
    </section>
  );
}

/** Where the focus was before the list changed: in a row, or outside the rows. */
interface Place {
  readonly focused: Element;
  readonly row: string | null;
  readonly rows: number;
}

/**
 * The focused element may leave its list: a row that was opened elsewhere, or "show more" at the end. Then the
 * focus follows the row, or moves to the first new one, or to the heading; it is never lost.
 */
function useKeptFocus(list: RefObject<HTMLElement | null>, heading: RefObject<HTMLElement | null>): void {
  const before = useRef<Place | null>(null);
  useLayoutEffect(() => {
    const remember = () => {
      before.current = placeIn(list.current);
    };
    const isNowhere = document.activeElement === null || document.activeElement === document.body;
    // On its way from one element to the next the focus is nowhere, too: taken back then, Tab would never leave the row.
    if (isNowhere && before.current !== null && !before.current.focused.isConnected) {
      const next = successorOf(before.current, list.current) ?? heading.current;
      next?.focus({ preventScroll: true });
    }
    remember();
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  });
}

function placeIn(list: HTMLElement | null): Place | null {
  const active = document.activeElement;
  if (list === null || active === null || !list.contains(active)) return null;
  return {
    focused: active,
    row: active.closest<HTMLElement>('[data-row]')?.dataset.row ?? null,
    rows: list.querySelectorAll('[data-row]').length,
  };
}

function successorOf({ row, rows }: Place, list: HTMLElement | null): HTMLElement | null {
  if (row !== null) return document.querySelector(`[data-row="${CSS.escape(row)}"] a`);
  return list?.querySelectorAll('[data-row]')[rows]?.querySelector('a') ?? null;
}
