import { useQuery } from '@apollo/client/react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActivity } from '../../activity/activity-stream.ts';
import { useJustChanged } from '../../activity/changed-rows.ts';
import { ShowNew } from '../../activity/show-new.tsx';
import { tellDesk } from '../../activity/tell-lists.ts';
import { useHeldRows } from '../../activity/use-held-rows.ts';
import { graphClient, useRefreshing } from '../../gql/graph-client.tsx';
import { incomingSecretsOperation } from '../../gql/operations/incoming-secrets.generated.ts';
import type { IncomingSecretsQuery } from '../../gql/operations.generated.ts';
import { sealOf } from '../../secrets/secret-status.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { LoadingBlock, QueryProblem } from '../../ui/query-state.tsx';
import { Seal } from '../../ui/seal.tsx';

/** The submissions of a ticket, or of all if it is empty, newest first, or what stands in their place. */
export function DeskQueue({ ticket, onClear }: { ticket: string; onClear: () => void }) {
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
        <ActionButton className="self-start" isOff={isLoading} onClick={more}>
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

/** One submission: its ticket, its secret's short key, how it stands, and what happened, oldest first. */
function DeskTicketCard({ ticket }: { readonly ticket: DeskTicket }) {
  const { t } = useTranslation('app');
  const { id, ticketNumber, secretShortkey, state, openedBy, timeline } = ticket;
  const hasJustChanged = useJustChanged(id);
  const happened = (kind: DeskTicket['timeline'][number]['kind']) =>
    kind === 'OPENED' && openedBy !== null ? t(`desk.openedBy.${openedBy}`) : t(`desk.moments.${kind}`);
  return (
    <li
      data-row={id}
      data-changed={hasJustChanged || undefined}
      className="rounded-md border border-border bg-surface p-3"
    >
      <p className="flex flex-wrap items-center gap-x-2">
        <Seal state={sealOf(state)} size={20} />
        <span className="font-semibold">
          {t('desk.ticket')} <bdi className="break-all">{ticketNumber}</bdi>
        </span>
        <span className="text-ui">{t(`desk.states.${state}`)}</span>
        <code dir="ltr" className="text-small text-text-2">
          {secretShortkey}
        </code>
      </p>
      <ol className="mt-1 ps-7 text-small text-text-2">
        {timeline.map(({ kind, at }) => (
          <li key={`${kind} ${at}`}>
            {happened(kind)} · <Moment unixSeconds={at} />
          </li>
        ))}
      </ol>
    </li>
  );
}

type DeskTicket = IncomingSecretsQuery['incomingSecrets']['nodes'][number];

const pageSize = 25;

/**
 * What came in for the support desk, newest first. `ticket` keeps the submissions with that number, empty keeps all; it stays
 * the same as long as the component is mounted. "More" makes the list longer, so that every refresh covers what is shown.
 */
function useDesk(ticket: string) {
  const [size, setSize] = useState(pageSize);
  const variables = { first: size, ticketNumber: ticket === '' ? null : ticket };
  const { data, previousData, error, loading, refetch } = useQuery(incomingSecretsOperation, {
    client: graphClient,
    variables,
    ...useRefreshing(),
  });
  const refresh = () => void refetch().catch(() => undefined);
  useActivity({ onItem: (item) => tellDesk(variables, item), onGap: refresh });
  const list = (data ?? previousData)?.incomingSecrets;
  return {
    tickets: list?.nodes,
    hasMore: list?.pageInfo.hasNextPage ?? false,
    // A failed refresh of what is shown changes nothing.
    error: data === undefined ? error : undefined,
    isLoading: data === undefined && loading,
    retry: refresh,
    showMore: () => setSize(size + pageSize),
  };
}
