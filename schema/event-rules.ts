import { bucketSqlOf } from './events/buckets.ts';
import { rowsOf } from './events/catalog.ts';
import { checkConsumersOf } from './events/check-consumers.ts';
import { checkEventsOf } from './events/check-events.ts';
import { coveredAppend } from './events/log.ts';
import type { LogName } from './events/logs.ts';
import { operatorAppend } from './events/operators.ts';
import { readEvent } from './events/read-event.ts';
import { retentionOf } from './events/retention.ts';
import { operatorTenant } from './events/tenants.ts';
import { logCallsOf } from './internal/log-history.ts';
import { neverLogged } from './never-logged.ts';

/**
 * What the catalogue says to one service: which events it writes, how they are covered with blocks and how long they are kept,
 * how it reads those of any, which consumers it has, what operators do there, and what no line of the log may hold.
 */
export function eventRulesOf(service: LogName) {
  return {
    check: checkEventsOf(service),
    read: readEvent,
    checkConsumers: checkConsumersOf(service),
    retention: retentionOf(service),
    operators: { tenant: operatorTenant, append: operatorAppend },
    history: { bucket: bucketSqlOf(rowsOf(service)), covered: coveredAppend, calls: logCallsOf(service) },
    neverLogged,
  };
}
