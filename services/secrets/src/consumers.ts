import type { Consumers } from '@onceover/service-shell/service-parts';
import { onDeliveryEnded } from './messaging/on-delivery-ended.ts';
import { onPlanChanged } from './messaging/on-plan-changed.ts';

/**
 * What secrets hears of the other services. Its consumers have connections of their own, one for each log and two for
 * the work, so that events of others neither wait for what somebody asks for now nor hold it up.
 */
export const consumers: Consumers = { definitions: [onPlanChanged, onDeliveryEnded], connections: 4 };
