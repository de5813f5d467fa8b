import { ChevronDown } from 'lucide-react';
import { type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecentListName } from '../../activity/recent-list.ts';
import { ShowNew } from '../../activity/show-new.tsx';
import type { Dashboard } from '../../activity/use-dashboard.ts';
import type { HeldRows } from '../../activity/use-held-rows.ts';
import { formatNumber } from '../../i18n/format.ts';
import { shareChosen } from '../../lib/chosen.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { QueryProblem } from '../../ui/query-state.tsx';
import { RecentRows } from './recent-rows.tsx';
import type { useRowControls } from './row-controls.ts';

interface RecentListProps {
  readonly name: RecentListName;
  readonly list: Dashboard['lists'][RecentListName];
  readonly doing: ReturnType<typeof useRowControls>;
  readonly held: HeldRows;
  readonly isFolded: boolean;
  readonly onFold: () => void;
}

/** One list with its own heading, error and "show more", which folds to its heading. An empty one says what it would hold. */
export function RecentList({ name, list, doing, held: { held, release }, isFolded, onFold }: RecentListProps) {
  const { t } = useTranslation('app');
  const { secrets, hasMore, error, isLoading, retry, showMore } = list;
  const shown = secrets?.filter(({ key }) => !held.has(key)) ?? [];
  const waiting = (secrets?.length ?? 0) - shown.length;
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLButtonElement>(null);
  useKeptFocus(section, heading);
  const keys = isFolded ? [] : shown.map(({ key }) => key);
  const fold = { id: headingId, isFolded, onFold, count: { n: secrets?.length, hasMore } };
  return (
    <section ref={section} aria-labelledby={headingId} className="flex flex-col gap-1" data-testid={`recent-${name}`}>
      <ShowNew
        heading={
          <div className="flex min-w-0 items-center">
            <ChooseAll name={name} keys={keys} doing={doing} />
            <FoldingHeading ref={heading} name={name} {...fold} />
          </div>
        }
        count={isFolded ? 0 : waiting}
        onShow={release}
      />
      {!isFolded && secrets?.length === 0 && !hasMore && (
        <p className="text-ui text-text-2">{t(`recent.none.${name}`)}</p>
      )}
      {keys.length > 0 && <RecentRows secrets={shown} doing={doing} />}
      {error !== undefined && <QueryProblem error={error} onRetry={retry} />}
      {hasMore && !isFolded && error === undefined && (
        <ActionButton className="mt-2 self-start" isOff={isLoading} onClick={showMore}>
          {t('recent.more')}
        </ActionButton>
      )}
    </section>
  );
}

interface FoldingHeadingProps extends Pick<RecentListProps, 'name' | 'isFolded' | 'onFold'> {
  readonly id: string;
  readonly count: { readonly n: number | undefined; readonly hasMore: boolean };
  readonly ref: RefObject<HTMLButtonElement | null>;
}

function FoldingHeading({ id, name, isFolded, onFold, count: { n, hasMore }, ref }: FoldingHeadingProps) {
  const { t, i18n } = useTranslation('app');
  return (
    <h2 className="min-w-0">
      <button
        ref={ref}
        type="button"
        className="icon-button max-w-full px-1 text-text"
        aria-expanded={!isFolded}
        onClick={onFold}
      >
        <ChevronDown className={`size-5 shrink-0 ${isFolded ? '-rotate-90 rtl:rotate-90' : ''}`} aria-hidden="true" />
        <span id={id} className="min-w-0 text-start">
          {t(`recent.groups.${name}`)}
        </span>
        {n !== undefined && (
          <span className="badge font-normal">
            {formatNumber(n, i18n.language)}
            {hasMore && '+'}
          </span>
        )}
      </button>
    </h2>
  );
}

interface ChooseAllProps extends Pick<RecentListProps, 'name' | 'doing'> {
  readonly keys: readonly string[];
}

/** Where there are no rows its place stays, so that the headings stand in line. */
function ChooseAll({ name, keys, doing: { chosen, controls } }: ChooseAllProps) {
  const { t } = useTranslation('app');
  const share = shareChosen(chosen, keys);
  if (keys.length === 0) return <span className="secret-choice" />;
  return (
    <label className="secret-choice">
      <input
        type="checkbox"
        className="size-5 accent-accent"
        aria-label={t('recent.selectAll', { group: t(`recent.groups.${name}`) })}
        checked={share === 'all'}
        ref={(box) => {
          if (box !== null) box.indeterminate = share === 'some';
        }}
        onChange={() => controls.chooseAll(keys)}
      />
    </label>
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
