import { createLogger } from '@onceover/service-kit/logging';

/** One line per request: route pattern, status, time. Never a path, query or referrer. */
export const requestLog = createLogger('gateway.request');

/** Starting, stopping, outages and faults. */
export const gatewayLog = createLogger('gateway');
