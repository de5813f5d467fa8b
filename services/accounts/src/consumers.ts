import type { Consumers } from '@onceover/service-shell/service-parts';
import { onOpeningRefused } from './messaging/on-opening-refused.ts';
import { onSecretReceived } from './messaging/on-secret-received.ts';
import { onWebhookDisabled } from './messaging/on-webhook-disabled.ts';
import { usageConsumer } from './projections/usage/usage.projection.ts';
import type { ServicePorts } from './use-cases/use-cases.ts';

export function consumersOf({ account }: ServicePorts): Consumers {
  return { definitions: [onSecretReceived(account), onOpeningRefused, onWebhookDisabled, usageConsumer] };
}
