import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ShowNew } from '../../activity/show-new.tsx';
import { useHeldRows } from '../../activity/use-held-rows.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { LoadingBlock, QueryProblem } from '../../ui/query-state.tsx';
import { Seal } from '../../ui/seal.tsx';
import { DeskTicketCard } from './desk-ticket.tsx';
import { useDesk } from './use-desk.ts';

interface DeskQueueProps {
  /** Keeps the submissions with this number; empty: all. */
  readonly ticket: string;
  readonly onClear: () => void;
}

/** The submissions, newest first, or what stands in their place: rows to come, a problem, nothing yet, nothing found. */
export function DeskQueue({ ticket, onClear }: DeskQueueProps) {
  const { t } = useTranslation('app');
  const { tickets, hasMore, error, isLoading, retry, showMore } = useDesk(ticket);
  const headingId = useId();
  const list = useRef<HTMLUListElement>(null);
  const { held, release, area } = useHeldRows([tickets?.map(({ id }) => id) ?? []], ticket);
  if (tickets === undefined)
    return error === undefined ? <LoadingBlock rows={6} /> : <QueryProblem error={error} onRetry={retry} />;
  if (tickets.length === 0) return <NoTickets isSearch={ticket !== ''} onClear={onClear} />;
  const more = () => {
    showMore();
    // The button goes when there is no more; the focus stays in the list.
    list.current?.focus({ preventScroll: true });
  };
  const shown = tickets.filter(({ id }) => !held.has(id));
  return (
    <div className="flex flex-col gap-3" {...area}>
      <ShowNew
        heading={<h2 id={headingId}>{t('desk.queue')}</h2>}
        count={tickets.length - shown.length}
        onShow={release}
      />
      <ul ref={list} tabIndex={-1} className="flex flex-col gap-2" aria-labelledby={headingId} data-testid="desk-queue">
        {shown.map((entry) => (
          <DeskTicketCard key={entry.id} ticket={entry} />
        ))}
      </ul>
      {error !== undefined && <QueryProblem error={error} onRetry={retry} />}
      {hasMore && error === undefined && (
        <ActionButton look="quiet" className="self-start" isOff={isLoading} onClick={more}>
          {t('recent.more')}
        </ActionButton>
      )}
    </div>
  );
}

function NoTickets({ isSearch, onClear }: { readonly isSearch: boolean; readonly onClear: () => void }) {
  const { t } = useTranslation('app');
  return (
    <div className="card flex flex-col items-start gap-4" data-testid="desk-nothing">
      <Seal state="sealed" />
      <p>{t(isSearch ? 'desk.nothingFound' : 'desk.nothingYet')}</p>
      {isSearch && (
        <ActionButton look="primary" onClick={onClear}>
          {t('recent.clear')}
        </ActionButton>
      )}
    </div>
  );
}
