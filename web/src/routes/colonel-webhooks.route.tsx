import { PageTitle } from '../app/page-title.tsx';
import { ConfirmedChanges } from '../colonel/confirm-identity.tsx';
import { WebhooksSection } from '../features/manage-webhooks/webhooks-section.tsx';
import { paths } from '../site/paths.ts';

/** Webhooks that get the events of all accounts. */
export function ColonelWebhooksPage() {
  return (
    <div className="flex flex-col gap-6">
      <PageTitle page="colonelWebhooks" />
      <ConfirmedChanges>
        <WebhooksSection of="INSTALLATION" pathOf={paths.colonelWebhook} />
      </ConfirmedChanges>
    </div>
  );
}
