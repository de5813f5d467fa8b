import type { CatalogEntry } from './catalog-entry.ts';
import { feedConsumer } from './feed-consumer.ts';
import { incomingSubmittedV1 } from './secrets/incoming-submitted.v1.ts';
import { secretBurnedV1 } from './secrets/secret-burned.v1.ts';
import { secretCreatedV1 } from './secrets/secret-created.v1.ts';
import { secretDeliveryConfirmedV1 } from './secrets/secret-delivery-confirmed.v1.ts';
import { secretDeliveryRequestedV1 } from './secrets/secret-delivery-requested.v1.ts';
import { secretExpiredV1 } from './secrets/secret-expired.v1.ts';
import { secretOpeningRefusedV1 } from './secrets/secret-opening-refused.v1.ts';
import { secretReceivedV1 } from './secrets/secret-received.v1.ts';

const log = {
  producer: 'secrets',
  topic: 'onceover.secrets.events.v1',
  key: 'streamId',
  schemaVersion: 1,
  retentionDays: 120,
  consumers: [],
} as const;

/** The events of the secrets service. */
export const secretsEvents: readonly CatalogEntry[] = [
  {
    ...log,
    type: 'secret.created',
    consumers: ['accounts.usage', feedConsumer],
    isTerminal: false,
    schema: secretCreatedV1,
    example: 'examples/secret-created.v1.json',
  },
  {
    ...log,
    type: 'secret.received',
    consumers: ['accounts.verification', 'accounts.usage', feedConsumer],
    isTerminal: true,
    schema: secretReceivedV1,
    example: 'examples/secret-received.v1.json',
  },
  {
    ...log,
    type: 'secret.burned',
    consumers: ['accounts.usage', feedConsumer],
    isTerminal: true,
    schema: secretBurnedV1,
    example: 'examples/secret-burned.v1.json',
  },
  {
    ...log,
    type: 'secret.expired',
    consumers: [feedConsumer],
    isTerminal: true,
    schema: secretExpiredV1,
    example: 'examples/secret-expired.v1.json',
  },
  {
    ...log,
    type: 'secret.delivery_requested',
    consumers: ['notifications.mail'],
    isTerminal: false,
    schema: secretDeliveryRequestedV1,
    example: 'examples/secret-delivery-requested.v1.json',
  },
  {
    ...log,
    type: 'incoming.submitted',
    consumers: ['notifications.mail', feedConsumer],
    isTerminal: false,
    schema: incomingSubmittedV1,
    example: 'examples/incoming-submitted.v1.json',
  },
  {
    ...log,
    type: 'secret.opening_refused',
    consumers: ['accounts.interception', feedConsumer],
    isTerminal: false,
    schema: secretOpeningRefusedV1,
    example: 'examples/secret-opening-refused.v1.json',
  },
  {
    ...log,
    type: 'secret.delivery_confirmed',
    consumers: [feedConsumer],
    isTerminal: false,
    schema: secretDeliveryConfirmedV1,
    example: 'examples/secret-delivery-confirmed.v1.json',
  },
];
