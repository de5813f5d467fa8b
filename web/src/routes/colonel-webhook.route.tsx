import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { PageTitle } from '../app/page-title.tsx';
import { ConfirmedChanges } from '../colonel/confirm-identity.tsx';
import { WebhookById } from '../features/manage-webhooks/webhook-by-id.tsx';
import { paths } from '../site/paths.ts';
import { TextLink } from '../ui/link.tsx';

/** A webhook of the whole installation. */
export function ColonelWebhookPage() {
  const { t } = useTranslation(['core', 'webhooks']);
  const { webhookId = '' } = useParams();
  const navigate = useNavigate();
  return (
    <div className="flex flex-col gap-6">
      <PageTitle page="colonelWebhook" />
      <p className="text-ui">
        <TextLink href={paths.colonelWebhooks}>{t('webhooks:all')}</TextLink>
      </p>
      <ConfirmedChanges>
        <WebhookById id={webhookId} onRemoved={() => void navigate(paths.colonelWebhooks)} />
      </ConfirmedChanges>
    </div>
  );
}
