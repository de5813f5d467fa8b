import { useTranslation } from 'react-i18next';
import type { TrailEntry } from './audit-address.ts';
import { Code, EntryTime, OutcomeWord, shortRef } from './entry-words.tsx';

interface TimelineProps {
  readonly entries: readonly TrailEntry[];
  readonly by: 'request' | 'target';
  readonly onOpen: (id: string) => void;
}

/** The same entries, by what they have in common: one request, or one secret or account. Oldest first within each. */
export function TrailTimeline({ entries, by, onOpen }: TimelineProps) {
  const { t } = useTranslation('colonel');
  const groups = Map.groupBy(entries, ({ requestId, target }) => (by === 'request' ? requestId : target));
  return (
    <ol aria-label={t(`audit.view.${by}`)} className="flex flex-col gap-4">
      {[...groups].map(([name, group]) => (
        <li key={name} className="card flex flex-col gap-2">
          <h3 className="text-ui">
            <Code>{name}</Code>
          </h3>
          <Steps entries={group.toReversed()} onOpen={onOpen} />
        </li>
      ))}
    </ol>
  );
}

export function Steps({ entries, onOpen }: Omit<TimelineProps, 'by'>) {
  return (
    <ol className="audit-steps">
      {entries.map((entry) => (
        <li key={entry.id}>
          <button type="button" className="audit-step" onClick={() => onOpen(entry.id)} data-step={entry.id}>
            <EntryTime entry={entry} />
            <Code>{entry.action}</Code>
            <Code>{shortRef(entry.target)}</Code>
            <OutcomeWord entry={entry} />
          </button>
        </li>
      ))}
    </ol>
  );
}
