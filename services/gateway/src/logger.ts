import { createLogger, lineWriter } from '@onceover/service-kit/logging';

/** One line per request: route pattern, status, time. Never a path, query or referrer. Undefined where its level is off. */
export const writeRequestLine = lineWriter('gateway.request', 'info', 'request');

/** Starting, stopping, outages and faults. */
export const gatewayLog = createLogger('gateway');
