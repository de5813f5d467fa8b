import { accountsEvents } from './accounts-events.ts';
import type { CatalogEntry } from './catalog-entry.ts';
import { notificationsEvents } from './notifications-events.ts';
import { secretsEvents } from './secrets-events.ts';

/** Every event of the product. A type that is not here is not written. */
export const catalog: readonly CatalogEntry[] = [...secretsEvents, ...accountsEvents, ...notificationsEvents];
