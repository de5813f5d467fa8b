import { useQuery } from '@apollo/client/react';
import { useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { PageTitle } from '../app/page-title.tsx';
import {
  type AuditAddress,
  addressFrom,
  exportFilterOf,
  searchOf,
  type ViewName,
  viewNames,
} from '../features/colonel-audit/audit-address.ts';
import { AuditChart, useHistogram } from '../features/colonel-audit/audit-chart.tsx';
import { ChainLine } from '../features/colonel-audit/chain-line.tsx';
import { EntryPanel } from '../features/colonel-audit/entry-panel.tsx';
import { FilterBar } from '../features/colonel-audit/filter-bar.tsx';
import { isAtTop, TrailGrid } from '../features/colonel-audit/trail-grid.tsx';
import { TrailTimeline } from '../features/colonel-audit/trail-timeline.tsx';
import { useTrail } from '../features/colonel-audit/use-trail.ts';
import { auditChainStatusOperation } from '../gql/operations/audit-chain-status.generated.ts';
import { formatNumber } from '../i18n/format.ts';
import { paths } from '../site/paths.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { postForm } from '../ui/post-form.ts';
import { LoadingBlock, QueryProblem } from '../ui/query-state.tsx';

const nowSeconds = () => Math.floor(Date.now() / 1000);

/** All that was recorded, for colonels; the address says what is shown. */
export function ColonelAuditPage() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const address = useMemo(() => addressFrom(search), [search]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address asks about another moment
  const now = useMemo(nowSeconds, [search]);
  const go = (next: AuditAddress) =>
    void navigate(`${paths.colonelAudit}${searchOf(next)}`, { preventScrollReset: true });
  const counted = useHistogram(address, now);
  const chain = useQuery(auditChainStatusOperation, { fetchPolicy: 'no-cache' });
  return (
    <div className="flex flex-col gap-6">
      <PageTitle page="colonelAudit" />
      {chain.data !== undefined && <ChainLine status={chain.data.auditChainStatus} />}
      {chain.error !== undefined && <QueryProblem error={chain.error} onRetry={() => void chain.refetch()} />}
      <FilterBar
        address={address}
        actions={chain.data?.auditActions ?? []}
        onApply={go}
        onClear={() => go({ ...addressFrom(''), view: address.view })}
      />
      <AuditChart counted={counted} onSelect={(span) => go({ ...address, range: 'custom', ...span })} />
      <Entries address={address} go={go} total={counted.total} />
    </div>
  );
}

interface EntriesProps {
  readonly address: AuditAddress;
  readonly go: (address: AuditAddress) => void;
  /** How much there was when the page was asked for. */
  readonly total: number | undefined;
}

function Entries({ address, go, total }: EntriesProps) {
  const { t } = useTranslation('colonel');
  const [isPaused, setPaused] = useState(false);
  const [open, setOpen] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const trail = useTrail(address, () => isPaused || !isAtTop(box.current) || open !== null);
  const entry = trail.entries?.find(({ id }) => id === open);
  const close = () => {
    // Without the panel the page is less high, and the row stands elsewhere.
    flushSync(() => setOpen(null));
    const row = document.querySelector<HTMLElement>(`[data-entry="${open}"], [data-step="${open}"]`);
    row?.focus();
    // What has the focus already is not brought into sight by it.
    row?.scrollIntoView({ block: 'nearest' });
  };
  const follow = (what: 'request' | 'target') => {
    if (entry === undefined) return;
    setOpen(null);
    const about = what === 'request' ? { request: entry.requestId } : { target: entry.target };
    go({ ...addressFrom(''), range: '365d', view: what, ...about });
  };
  if (trail.error !== null) return <QueryProblem error={trail.error} onRetry={trail.retry} />;
  if (trail.entries === null) return <LoadingBlock rows={12} />;
  return (
    <div className="flex flex-col gap-4">
      <Toolbar {...{ address, go, total, isPaused, setPaused, trail }} />
      {trail.entries.length === 0 && <p>{t('audit.empty')}</p>}
      <div className={entry === undefined ? undefined : 'audit-split'}>
        {trail.entries.length > 0 && (
          <div className="flex min-w-0 flex-col gap-4">
            {address.view === 'list' ? (
              <TrailGrid box={box} entries={trail.entries} open={open} onOpen={setOpen} />
            ) : (
              <TrailTimeline entries={trail.entries} by={address.view} onOpen={setOpen} />
            )}
            {trail.hasMore && (
              <ActionButton className="self-start" onClick={trail.showMore}>
                {t('audit.more')}
              </ActionButton>
            )}
          </div>
        )}
        {entry !== undefined && <EntryPanel entry={entry} onClose={close} onFollow={follow} />}
      </div>
    </div>
  );
}

interface ToolbarProps extends EntriesProps {
  readonly isPaused: boolean;
  readonly setPaused: (isPaused: boolean) => void;
  readonly trail: ReturnType<typeof useTrail>;
}

function Toolbar({ address, go, total, isPaused, setPaused, trail }: ToolbarProps) {
  const { t, i18n } = useTranslation('colonel');
  const resume = () => {
    setPaused(!isPaused);
    if (isPaused) trail.showWaiting();
  };
  const save = (format: 'csv' | 'ndjson') =>
    postForm('/colonel/audit/export', { format, filter: exportFilterOf(address, nowSeconds()) });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <label className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-ui">
        {t('audit.view.label')}
        <select
          className="field w-auto max-w-full min-w-0"
          value={address.view}
          onChange={({ target }) => go({ ...address, view: target.value as ViewName })}
        >
          {viewNames.map((name) => (
            <option key={name} value={name}>
              {t(`audit.view.${name}`)}
            </option>
          ))}
        </select>
      </label>
      <span className="badge" data-live={!isPaused}>
        {t(isPaused ? 'audit.live.off' : 'audit.live.on')}
      </span>
      <ActionButton onClick={resume}>{t(isPaused ? 'audit.live.resume' : 'audit.live.pause')}</ActionButton>
      <span aria-live="polite">
        {trail.waiting.length > 0 && (
          <ActionButton onClick={trail.showWaiting}>
            {t('audit.live.waiting', {
              count: trail.waiting.length,
              n: formatNumber(trail.waiting.length, i18n.language),
            })}
          </ActionButton>
        )}
      </span>
      <ShownCount trail={trail} total={total} />
      <span className="flex flex-wrap gap-2 ms-auto">
        <ActionButton title={t('audit.export.note')} onClick={() => save('csv')}>
          {t('audit.export.csv')}
        </ActionButton>
        <ActionButton title={t('audit.export.note')} onClick={() => save('ndjson')}>
          {t('audit.export.ndjson')}
        </ActionButton>
      </span>
    </div>
  );
}

/** What came meanwhile is among the entries, and was not counted. */
function ShownCount({ trail, total }: Pick<ToolbarProps, 'trail' | 'total'>) {
  const { t, i18n } = useTranslation('colonel');
  const shown = trail.entries?.length ?? 0;
  const all = trail.hasMore ? total : shown;
  if (all === undefined) return null;
  const number = (count: number) => formatNumber(count, i18n.language);
  return (
    <span className="text-small text-text-2">
      {t('audit.shown', { n: number(shown), all: number(Math.max(all, shown)) })}
    </span>
  );
}
