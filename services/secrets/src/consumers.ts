import type { Consumers } from '@onceover/service-shell/service-parts';
import { onDeliveryEnded } from './messaging/on-delivery-ended.ts';
import { onPlanChanged } from './messaging/on-plan-changed.ts';

/** What secrets hears of the other services. */
export const consumers: Consumers = { definitions: [onPlanChanged, onDeliveryEnded] };
