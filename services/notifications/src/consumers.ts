import type { Consumers } from '@onceover/service-shell/service-parts';
import { addToTrail } from './adapters/postgres/audit-table.ts';
import { feedTables } from './adapters/postgres/feed-table.ts';
import { writeDownMail } from './adapters/postgres/mail-table.ts';
import { onAnyEvent } from './messaging/on-any-event.ts';
import { onDeliveryRequested } from './messaging/on-delivery-requested.ts';
import { onOwnedEvent } from './messaging/on-owned-event.ts';

/** What notifications hears of the other services. */
export const consumers: Consumers = {
  definitions: [onDeliveryRequested(writeDownMail), onAnyEvent(addToTrail), onOwnedEvent(feedTables)],
};
