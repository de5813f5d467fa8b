import { memo, type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrailEntry } from './audit-address.ts';
import { Code, EntryTime, OutcomeWord, shortRef, Where } from './entry-words.tsx';

export const columns = ['time', 'actor', 'action', 'target', 'outcome', 'where'] as const;

/** In pixels: as a line of a table, or where that is too wide as a card. All rows are equally high. */
export const rowHeights = { line: 36, card: 168 } as const;
export type RowLook = keyof typeof rowHeights;

const NARROW = '(width < 52rem)';

export function useRowLook(): RowLook {
  return useSyncExternalStore(watchWidth, () => (matchMedia(NARROW).matches ? 'card' : 'line'));
}

function watchWidth(onChange: () => void) {
  const narrow = matchMedia(NARROW);
  narrow.addEventListener('change', onChange);
  return () => narrow.removeEventListener('change', onChange);
}

interface RowProps {
  readonly entry: TrailEntry;
  readonly number: number;
  readonly look: RowLook;
  readonly isCurrent: boolean;
  readonly isOpen: boolean;
  readonly onFocus: (id: string) => void;
  readonly onOpen: (id: string) => void;
}

/** While the list scrolls, only rows that come are drawn. */
export const Row = memo(function Row({ entry, number, look, isCurrent, isOpen, onFocus, onOpen }: RowProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as in the grid
    <div
      role="row"
      aria-rowindex={number}
      aria-selected={isOpen}
      tabIndex={isCurrent ? 0 : -1}
      data-entry={entry.id}
      className="audit-row absolute inset-x-0"
      style={{ top: (number - 2) * rowHeights[look] }}
      onFocus={() => onFocus(entry.id)}
      onClick={() => onOpen(entry.id)}
      onKeyDown={(event) => event.key === 'Enter' && onOpen(entry.id)}
    >
      {columns.map((name) => (
        <Cell key={name} name={name} look={look}>
          {cellsOf[name](entry)}
        </Cell>
      ))}
    </div>
  );
});

const cellsOf: Readonly<Record<(typeof columns)[number], (entry: TrailEntry) => ReactNode>> = {
  time: (entry) => <EntryTime entry={entry} />,
  actor: ({ actor, actorRef }) => <Code>{actorRef === null ? actor : shortRef(actorRef)}</Code>,
  action: ({ action }) => <Code>{action}</Code>,
  target: ({ target }) => <Code>{shortRef(target)}</Code>,
  outcome: (entry) => <OutcomeWord entry={entry} />,
  where: (entry) => <Where entry={entry} />,
};

interface CellProps {
  readonly name: (typeof columns)[number];
  readonly look: RowLook;
  readonly children: ReactNode;
}

/** On a card with its name, which screen readers have from the head of the column. */
function Cell({ name, look, children }: CellProps) {
  const { t } = useTranslation('colonel');
  return (
    // biome-ignore lint/a11y/useSemanticElements: as in the grid
    // biome-ignore lint/a11y/useFocusableInteractive: the row is what is focused
    <span role="gridcell" className="audit-cell" data-cell={name}>
      {look === 'card' && (
        <span aria-hidden="true" className="audit-name">
          {t(`audit.columns.${name}`)}
        </span>
      )}
      {children}
    </span>
  );
}
