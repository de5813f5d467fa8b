import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEscape } from '../../lib/use-escape.ts';
import { ActionButton, CloseButton } from '../../ui/action-button.tsx';
import { Facts } from '../../ui/section.tsx';
import type { TrailEntry } from './audit-address.ts';
import { Code, EntryTime, OutcomeWord, Where } from './entry-words.tsx';
import { Steps } from './trail-timeline.tsx';
import { askTrail } from './use-trail.ts';

interface EntryPanelProps {
  readonly entry: TrailEntry;
  readonly onClose: () => void;
  readonly onFollow: (what: 'request' | 'target') => void;
}

export function EntryPanel({ entry, onClose, onFollow }: EntryPanelProps) {
  const { t } = useTranslation('colonel');
  const id = useId();
  useEscape(onClose);
  const { __typename: _, ...raw } = entry;
  return (
    <aside aria-labelledby={id} className="card audit-panel">
      <div className="flex items-start justify-between gap-2">
        <h2 id={id}>{t('audit.panel.title')}</h2>
        <CloseButton label={t('audit.panel.close')} onClick={onClose} />
      </div>
      <EntryFacts entry={entry} />
      <div className="flex flex-wrap gap-2">
        <ActionButton onClick={() => onFollow('request')}>{t('audit.panel.followRequest')}</ActionButton>
        <ActionButton onClick={() => onFollow('target')}>{t('audit.panel.followTarget')}</ActionButton>
      </div>
      <RequestStory entry={entry} />
      <details>
        <summary>{t('audit.panel.raw')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
        <pre dir="ltr" tabIndex={0} className="audit-raw">
          {JSON.stringify(raw, null, 2)}
        </pre>
      </details>
    </aside>
  );
}

function EntryFacts({ entry }: { readonly entry: TrailEntry }) {
  const { t } = useTranslation('colonel');
  const code = (value: string | null) => (value === null ? null : <Code>{value}</Code>);
  const place = entry.seq === null ? null : `${entry.kind} ${entry.log} #${entry.seq}`;
  const facts = [
    { name: t('audit.columns.time'), value: <EntryTime entry={entry} /> },
    { name: t('audit.columns.action'), value: code(entry.action) },
    { name: t('audit.columns.outcome'), value: <OutcomeWord entry={entry} /> },
    { name: t('audit.panel.reason'), value: code(entry.reason) },
    { name: t('audit.panel.occasions'), value: String(entry.occasions) },
    { name: t('audit.columns.actor'), value: code([entry.actor, entry.actorRef].filter(Boolean).join(' ')) },
    { name: t('audit.columns.target'), value: code(entry.target) },
    { name: t('audit.panel.account'), value: entry.account === null ? t('audit.panel.nobody') : code(entry.account) },
    { name: t('audit.columns.where'), value: <Where entry={entry} /> },
    { name: t('audit.filters.request'), value: code(entry.requestId) },
    { name: t('audit.panel.id'), value: code(entry.id) },
    { name: t('audit.panel.log'), value: code(entry.log) },
    { name: t('audit.panel.position'), value: code(entry.position) },
    { name: t('audit.panel.chain'), value: code(place) },
    { name: t('audit.panel.prevHash'), value: code(entry.prevHash) },
    { name: t('audit.panel.hash'), value: code(entry.hash) },
  ];
  return <Facts facts={facts.filter(({ value }) => value !== null)} />;
}

const DAY = 86_400;

function RequestStory({ entry: { requestId, at } }: { readonly entry: TrailEntry }) {
  const { t } = useTranslation('colonel');
  const [story, setStory] = useState<readonly TrailEntry[]>([]);
  useEffect(() => {
    let isOver = false;
    const second = Math.floor(Date.parse(at) / 1000);
    askTrail({ requestId, from: Math.max(0, second - DAY), to: second + DAY }, null).then(
      ({ entries }) => isOver || setStory(entries.toReversed()),
      () => isOver || setStory([]),
    );
    return () => {
      isOver = true;
    };
  }, [requestId, at]);
  if (story.length < 2) return null;
  return (
    <section aria-label={t('audit.panel.story')} className="flex flex-col gap-2">
      <h3>{t('audit.panel.story')}</h3>
      <Steps entries={story} onOpen={() => undefined} />
    </section>
  );
}
