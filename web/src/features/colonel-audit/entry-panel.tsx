import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEscape } from '../../lib/use-escape.ts';
import { ActionButton, CloseButton } from '../../ui/action-button.tsx';
import { Facts, fact } from '../../ui/section.tsx';
import type { TrailEntry } from './audit-address.ts';
import { BlockOfEntry } from './block-words.tsx';
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
      <RequestStory key={entry.requestId} entry={entry} />
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
    fact(t('audit.columns.time'), <EntryTime entry={entry} />),
    fact(t('audit.columns.action'), code(entry.action)),
    fact(t('audit.columns.outcome'), <OutcomeWord entry={entry} />),
    fact(t('audit.panel.reason'), code(entry.reason)),
    fact(t('audit.panel.occasions'), String(entry.occasions)),
    fact(t('audit.columns.actor'), code([entry.actor, entry.actorRef].filter(Boolean).join(' '))),
    fact(t('audit.columns.target'), code(entry.target)),
    fact(t('audit.panel.account'), entry.account === null ? <OfNobody entry={entry} /> : code(entry.account)),
    fact(t('audit.columns.where'), <Where entry={entry} />),
    fact(t('audit.filters.request'), code(entry.requestId)),
    fact(t('audit.panel.id'), code(entry.id)),
    fact(t('audit.panel.log'), code(entry.log)),
    fact(t('audit.panel.position'), code(entry.position)),
    fact(t('audit.panel.chain'), code(place)),
    fact(t('audit.panel.prevHash'), code(entry.prevHash)),
    fact(t('audit.panel.hash'), code(entry.hash)),
  ];
  return <Facts facts={facts.filter(({ value }) => value !== null)} />;
}

function OfNobody({ entry }: { readonly entry: TrailEntry }) {
  const { t } = useTranslation('colonel');
  return (
    <>
      <p>{t('audit.panel.nobody')}</p>
      <p>
        <BlockOfEntry key={entry.id} entry={entry} />
      </p>
    </>
  );
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
