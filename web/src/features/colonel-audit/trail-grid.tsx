import { defaultRangeExtractor, type Range, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { TrailEntry } from './audit-address.ts';
import { columns, Row, type RowLook, rowHeights, useRowLook } from './trail-row.tsx';

const HEAD = 36;
/** Up to here all rows are in the page, so that the browser's own search finds them. */
const MOST_AT_ONCE = 200;
const BEYOND = 8;

/** Whether the newest rows of the list in `box` are in sight. Null: no such list is shown, and nothing is scrolled. */
export function isAtTop(box: HTMLDivElement | null): boolean {
  return (box?.scrollTop ?? 0) < rowHeights.line;
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
export function TrailGrid(props: TrailGridProps) {
  const look = useRowLook();
  // Rows of another height stand elsewhere.
  return <Rows key={look} look={look} {...props} />;
}

function Rows({ box, entries, open, onOpen, look }: TrailGridProps & { readonly look: RowLook }) {
  const { t } = useTranslation('colonel');
  const [current, setCurrent] = useState<string | null>(null);
  const place = useMemo(() => placeOf(entries, current), [entries, current]);
  const height = rowHeights[look];
  const rows = useRowsInPage({ box, entries, place, look });
  const move = movesIn({ box, entries, place, open, setCurrent, onOpen });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot leave out rows and keep their height
    <div
      role="grid"
      tabIndex={-1}
      aria-label={t('audit.list')}
      aria-rowcount={entries.length + 1}
      aria-colcount={columns.length}
      className="audit-grid"
      data-look={look}
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
      <div role="rowgroup" className="relative" style={{ height: entries.length * height }}>
        {rows.map(({ index }) => {
          const entry = entries[index];
          return (
            entry !== undefined && (
              <Row
                key={entry.id}
                entry={entry}
                number={index + 2}
                look={look}
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

interface Inside extends Pick<TrailGridProps, 'box' | 'entries'> {
  readonly place: number;
  readonly look: RowLook;
}

/** The row at `place` is always among them: what is not in the page has no focus, and Tab does not reach it. */
function useRowsInPage({ box, entries, place, look }: Inside): readonly VirtualItem[] {
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
    estimateSize: () => rowHeights[look],
    overscan: entries.length > MOST_AT_ONCE ? BEYOND : MOST_AT_ONCE,
    rangeExtractor,
    scrollMargin: look === 'line' ? HEAD : 0,
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
