import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { PageTitle } from '../app/page-title.tsx';
import { WebhookById } from '../features/manage-webhooks/webhook-by-id.tsx';
import { GraphProvider } from '../gql/graph-client.tsx';
import { paths } from '../site/paths.ts';
import { TextLink } from '../ui/link.tsx';
import { useFocusKept } from '../ui/use-focus-kept.ts';

export function WebhookPage() {
  const { t } = useTranslation('webhooks');
  const { webhookId = '' } = useParams();
  const navigate = useNavigate();
  const content = useRef<HTMLDivElement>(null);
  useFocusKept(content);
  return (
    <div ref={content} className="mx-auto flex min-h-dvh max-w-policy flex-col gap-6">
      <PageTitle page="webhook" />
      <p className="text-ui">
        <TextLink href={paths.accountPrograms}>{t('back')}</TextLink>
      </p>
      <GraphProvider>
        <WebhookById id={webhookId} onRemoved={() => void navigate(paths.accountPrograms)} />
      </GraphProvider>
    </div>
  );
}
