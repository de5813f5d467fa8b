import { defaultRangeExtractor, type Range, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, useCallback, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { TrailEntry } from './audit-address.ts';
import { Code, EntryTime, OutcomeWord, shortRef, Where } from './entry-words.tsx';

const ROW = 36;
/** Up to here all rows are in the page, so that the browser's own search finds them. */
const MOST_AT_ONCE = 200;
const BEYOND = 8;

/** Whether the newest rows of the list in `box` are in sight. Null: no such list is shown, and nothing is scrolled. */
export function isAtTop(box: HTMLDivElement | null): boolean {
  return (box?.scrollTop ?? 0) < ROW;
}

interface TrailGridProps {
  readonly box: React.RefObject<HTMLDivElement | null>;
  readonly entries: readonly TrailEntry[];
  readonly open: string | null;
  readonly onOpen: (id: string) => void;
}

/**
 * The entries as rows of equal height. Arrows move, Enter opens. Of a long list only the rows in sight and the current
 * one are in the page.
 */
export function TrailGrid({ box, entries, open, onOpen }: TrailGridProps) {
  const { t } = useTranslation('colonel');
  const [current, setCurrent] = useState<string | null>(null);
  const place = useMemo(() => placeOf(entries, current), [entries, current]);
  const rows = useRowsInPage(box, entries, place);
  const move = movesIn({ box, entries, place, open, setCurrent, onOpen });
  const columns = ['time', 'actor', 'action', 'target', 'outcome', 'where'] as const;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot leave out rows and keep their height
    <div
      role="grid"
      tabIndex={-1}
      aria-label={t('audit.list')}
      aria-rowcount={entries.length + 1}
      aria-colcount={columns.length}
      className="audit-grid"
      ref={box}
      onKeyDown={move}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the entries are reached, not their heads */}
      <div role="row" aria-rowindex={1} className="audit-row audit-head">
        {columns.map((name) => (
          // biome-ignore lint/a11y/useSemanticElements: as above
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          <span key={name} role="columnheader">
            {t(`audit.columns.${name}`)}
          </span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="rowgroup" className="relative" style={{ height: entries.length * ROW }}>
        {rows.map(({ index }) => {
          const entry = entries[index];
          return (
            entry !== undefined && (
              <Row
                key={entry.id}
                entry={entry}
                number={index + 2}
                isCurrent={index === place}
                isOpen={entry.id === open}
                onFocus={setCurrent}
                onOpen={onOpen}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

/** The row at `place` is always among them: what is not in the page has no focus, and Tab does not reach it. */
function useRowsInPage(
  box: React.RefObject<HTMLDivElement | null>,
  entries: readonly TrailEntry[],
  place: number,
): readonly VirtualItem[] {
  const rangeExtractor = useCallback(
    (range: Range) => {
      const inSight = defaultRangeExtractor(range);
      return inSight.includes(place) ? inSight : [...inSight, place].toSorted((one, other) => one - other);
    },
    [place],
  );
  const inPage = useVirtualizer<HTMLDivElement, Element>({
    count: entries.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: entries.length > MOST_AT_ONCE ? BEYOND : MOST_AT_ONCE,
    rangeExtractor,
    scrollMargin: ROW,
    // React draws before the next frame by itself; drawing at once costs frames.
    useFlushSync: false,
  });
  return inPage.getVirtualItems();
}

/** The first one if there is no such entry. */
function placeOf(entries: readonly TrailEntry[], id: string | null): number {
  const place = id === null ? 0 : entries.findIndex((entry) => entry.id === id);
  return Math.max(0, place);
}

interface Moves {
  readonly box: React.RefObject<HTMLDivElement | null>;
  readonly entries: readonly TrailEntry[];
  readonly place: number;
  readonly open: string | null;
  readonly setCurrent: (id: string) => void;
  readonly onOpen: (id: string) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** Moves the focus by keys; the open entry follows it. */
function movesIn({ box, entries, place, open, setCurrent, onOpen }: Moves) {
  return (event: KeyboardEvent) => {
    const ends = { Home: -entries.length, End: entries.length } as Readonly<Record<string, number>>;
    const step = steps[event.key] ?? ends[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(Math.max(place + step, 0), entries.length - 1);
    const entry = entries[next];
    if (entry === undefined) return;
    // Far away its row comes into the page only by being the current one.
    flushSync(() => {
      setCurrent(entry.id);
      if (open !== null) onOpen(entry.id);
    });
    const row = box.current?.querySelector<HTMLElement>(`[data-entry="${entry.id}"]`);
    // By the focus alone it would jump to the middle.
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  };
}

interface RowProps {
  readonly entry: TrailEntry;
  readonly number: number;
  readonly isCurrent: boolean;
  readonly isOpen: boolean;
  readonly onFocus: (id: string) => void;
  readonly onOpen: (id: string) => void;
}

/** While the list scrolls, only rows that come are drawn. */
const Row = memo(function Row({ entry, number, isCurrent, isOpen, onFocus, onOpen }: RowProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    <div
      role="row"
      aria-rowindex={number}
      aria-selected={isOpen}
      tabIndex={isCurrent ? 0 : -1}
      data-entry={entry.id}
      className="audit-row absolute inset-x-0"
      style={{ top: (number - 2) * ROW }}
      onFocus={() => onFocus(entry.id)}
      onClick={() => onOpen(entry.id)}
      onKeyDown={(event) => event.key === 'Enter' && onOpen(entry.id)}
    >
      <Cell>
        <EntryTime entry={entry} />
      </Cell>
      <Cell>
        <Code>{entry.actorRef === null ? entry.actor : shortRef(entry.actorRef)}</Code>
      </Cell>
      <Cell>
        <Code>{entry.action}</Code>
      </Cell>
      <Cell>
        <Code>{shortRef(entry.target)}</Code>
      </Cell>
      <Cell>
        <OutcomeWord entry={entry} />
      </Cell>
      <Cell>
        <Where entry={entry} />
      </Cell>
    </div>
  );
});

function Cell({ children }: { readonly children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    // biome-ignore lint/a11y/useFocusableInteractive: the row is what is focused
    <span role="gridcell" className="audit-cell">
      {children}
    </span>
  );
}
