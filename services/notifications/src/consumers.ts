import type { Consumers } from '@onceover/service-shell/service-parts';
import { writeDownMail } from './adapters/postgres/mail-table.ts';
import { onDeliveryRequested } from './messaging/on-delivery-requested.ts';

/** What notifications hears of the other services. */
export const consumers: Consumers = { definitions: [onDeliveryRequested(writeDownMail)] };
