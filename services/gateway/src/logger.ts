import { neverLogged } from '@onceover/schema/never-logged';
import { createLogger, lineWriter, neverLog } from '@onceover/service-kit/logging';
import { createOutageLog } from '@onceover/service-kit/outage-log';

neverLog(neverLogged);

/** One line per request: route pattern, status, time. Never a path, query or referrer. Undefined where its level is off. */
export const writeRequestLine = lineWriter('gateway.request', 'info', 'request');

/** Starting, stopping, outages and faults. */
export const gatewayLog = createLogger('gateway');

/** A line when requests begin to meet an outage, and one when they no longer do. */
export const metOutage = createOutageLog(gatewayLog);
