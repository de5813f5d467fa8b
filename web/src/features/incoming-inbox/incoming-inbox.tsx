import { useQuery } from '@apollo/client/react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { graphClient } from '../../gql/graph-client.ts';
import { whileVisible } from '../../gql/polling.ts';
import { incomingSecretsOperation } from '../../gql/recent-secrets.operations.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Ticket } from './ticket.tsx';

const pageSize = 25;

/** The support desk's tickets, each with what happened to its secret; nothing for everybody else. */
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
