import { accountsEvents } from './accounts-events.ts';
import { auditConsumer } from './audit-consumer.ts';
import type { CatalogEntry } from './catalog-entry.ts';
import { notificationsEvents } from './notifications-events.ts';
import { operatorEventsOf } from './operator-events.ts';
import { secretsEvents } from './secrets-events.ts';

/** Every event of the product. A type that is not here is not written, and all of them are heard by the audit trail. */
export const catalog: readonly CatalogEntry[] = [secretsEvents, accountsEvents, notificationsEvents]
  .flatMap((own) => [...own, ...own.slice(0, 1).flatMap(operatorEventsOf)])
  .map((entry) => ({ ...entry, consumers: [...entry.consumers, auditConsumer] }));
