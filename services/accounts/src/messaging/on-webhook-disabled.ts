import type { ConsumerDefinition } from '@onceover/event-bus';
import type { RecordedEvent } from '@onceover/event-store';
import type { WebhookDisabled } from '@onceover/schema/events/notifications';
import { operatorTenant } from '@onceover/schema/events/tenants';
import type { DisabledWebhook } from '../use-cases/account/tell-of-webhook.ts';

type Disabled = RecordedEvent<string, WebhookDisabled['data']>;

/** Whoever set up a webhook is told by email that it was switched off; a job writes the event. */
export const onWebhookDisabled: ConsumerDefinition<Disabled> = {
  name: 'accounts.webhook-notices',
  version: 1,
  sources: ['notifications'],
  handles: ['webhook.disabled'],
  tenantsOnly: true,
  onError: 'park',
  async handle(events, { enqueue }) {
    for (const { id: eventId, tenantRef, data, meta } of events) {
      const { accountRef, webhookId, reasonCode: reason } = data;
      const isOfInstallation = tenantRef === operatorTenant;
      const payload: DisabledWebhook = { eventId, accountRef, webhookId, reason, isOfInstallation };
      await enqueue('tell-of-webhook', { ...payload }, { traceparent: meta.traceparent });
    }
  },
};
