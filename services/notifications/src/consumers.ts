import type { Consumers } from '@onceover/service-shell/service-parts';
import { feedTables } from './adapters/postgres/feed-table.ts';
import { writeDownMail } from './adapters/postgres/mail-table.ts';
import { createPartnerEventsTable } from './adapters/postgres/partner-events-table.ts';
import { partnerLog } from './logger.ts';
import { onDeliveryRequested } from './messaging/on-delivery-requested.ts';
import { onOwnedEvent } from './messaging/on-owned-event.ts';
import { onPartnerEvent } from './messaging/on-partner-event.ts';

export const consumers: Consumers = {
  definitions: [
    onDeliveryRequested(writeDownMail),
    onOwnedEvent(feedTables),
    onPartnerEvent(createPartnerEventsTable(partnerLog)),
  ],
};
