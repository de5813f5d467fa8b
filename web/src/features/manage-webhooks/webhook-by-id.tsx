import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { whileVisible } from '../../gql/graph-client.tsx';
import { webhookOperation } from '../../gql/operations/webhook.generated.ts';
import { Notice } from '../../ui/notice.tsx';
import { Answer } from '../../ui/query-state.tsx';
import { WebhookPanel } from './webhook-panel.tsx';

/** The webhook with an id, or that there is none. */
export function WebhookById({ id, onRemoved }: { readonly id: string; readonly onRemoved: () => void }) {
  const { t } = useTranslation('webhooks');
  const asked = useQuery(webhookOperation, { variables: { id }, ...whileVisible });
  const look = async () => (await asked.refetch()).data?.webhook ?? null;
  return (
    <Answer of={asked} rows={6} isKept>
      {({ webhook }) =>
        webhook === null ? (
          <Notice kind="warning">{t('unknown')}</Notice>
        ) : (
          <WebhookPanel webhook={webhook} onChanged={look} onRemoved={onRemoved} />
        )
      }
    </Answer>
  );
}
