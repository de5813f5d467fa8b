import { useQuery } from '@apollo/client/react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { graphClient, whileVisible } from '../../gql/graph-client.tsx';
import { incomingSecretsOperation } from '../../gql/operations/incoming-secrets.generated.ts';
import type { IncomingSecretsQuery } from '../../gql/operations.generated.ts';
import { formatMoment } from '../../i18n/format.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Seal } from '../../ui/seal.tsx';

const pageSize = 25;

/** The support desk's tickets, each with what happened to its secret; empty for everybody else. */
export function IncomingInbox() {
  const { t } = useTranslation('app');
  const [size, setSize] = useState(pageSize);
  const { data, previousData, loading } = useQuery(incomingSecretsOperation, {
    client: graphClient,
    variables: { first: size },
    ...whileVisible,
  });
  const headingId = useId();
  const list = (data ?? previousData)?.incomingSecrets;
  if (list === undefined || list.nodes.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-3" data-testid="incoming-inbox">
      <h2 id={headingId}>{t('inbox.heading')}</h2>
      <ul className="flex flex-col gap-2">
        {list.nodes.map((ticket) => (
          <Ticket key={ticket.id} ticket={ticket} />
        ))}
      </ul>
      {list.pageInfo.hasNextPage && (
        <ActionButton
          look="quiet"
          className="self-start"
          isOff={loading && data === undefined}
          onClick={() => setSize(size + pageSize)}
        >
          {t('recent.more')}
        </ActionButton>
      )}
    </section>
  );
}

type IncomingSecret = IncomingSecretsQuery['incomingSecrets']['nodes'][number];

const seals = { NEW: 'sealed', RECEIVED: 'opened', BURNED: 'burned', EXPIRED: 'expired' } as const;

/** One ticket: its number, its secret's short key, and what happened, oldest first. */
function Ticket({ ticket }: { readonly ticket: IncomingSecret }) {
  const { t, i18n } = useTranslation('app');
  const { ticketNumber, secretShortkey, state, timeline } = ticket;
  return (
    <li className="rounded-md border border-border bg-surface p-3">
      <p className="flex flex-wrap items-center gap-x-2 font-semibold">
        <Seal state={seals[state]} size={20} />
        {t('inbox.ticket')} <bdi>{ticketNumber}</bdi>
        <code dir="ltr" className="text-small font-normal text-text-2">
          {secretShortkey}
        </code>
      </p>
      <ol className="mt-1 ps-7 text-small text-text-2">
        {timeline.map(({ kind, at }) => (
          <li key={`${kind} ${at}`}>
            {t(`inbox.moments.${kind}`)} · <Moment unixSeconds={at} text={formatMoment(at, i18n.language)} />
          </li>
        ))}
      </ol>
    </li>
  );
}
