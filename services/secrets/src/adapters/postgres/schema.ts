import { eventLogFunctions } from '@onceover/event-store';
import type { SchemaDefinition } from '@onceover/postgres-kit/migrate';
import { readSqlObjects, type SqlObject } from '@onceover/postgres-kit/sql-objects';
import { logReaderRole } from '@onceover/schema/events/logs';
import { endingsOf } from '@onceover/schema/events/retention';
import { deskTenant } from '@onceover/schema/events/tenants';
import { release } from '@onceover/schema/release';
import * as eventLog from '../../../migrations/20261122T120000_event_log.ts';
import * as keys from '../../../migrations/20261122T120100_keys.ts';
import * as secrets from '../../../migrations/20261122T120200_secrets.ts';
import * as deliveries from '../../../migrations/20261122T120300_deliveries.ts';
import * as relay from '../../../migrations/20261125T090000_relay.ts';
import * as listedSecrets from '../../../migrations/20261126T090000_listed_secrets.ts';
import * as peopleOnly from '../../../migrations/20261126T180000_people_only.ts';
import * as importedSecrets from '../../../migrations/20261127T200000_imported_secrets.ts';
import * as valueShown from '../../../migrations/20261127T200000_value_shown.ts';

/**
 * Schema `secrets` and the role the service works as, which owns nothing and cannot change or delete an event.
 * Migrations are in order and named by their files, which are never renamed; listed, so that a bundle carries them.
 */
const owner = {
  schema: 'secrets',
  appRole: 'onceover_secrets',
  retentionRole: 'onceover_retention',
  readerRole: logReaderRole,
} as const;

/** To whom the events of a secret belong: its owner, or the support desk for what visitors send there; null: to nobody. */
const tenantOf: SqlObject = {
  name: 'tenant_of',
  sql: `
    create function secrets.tenant_of(owner_ref uuid, kind text) returns uuid language sql immutable parallel safe as $$
      select coalesce(owner_ref, case when kind = 'incoming' then '${deskTenant}'::uuid end)
    $$;

    revoke execute on function secrets.tenant_of(uuid, text) from public;
    grant execute on function secrets.tenant_of(uuid, text) to onceover_secrets;`,
};

export const secretsSchema = {
  ...owner,
  release,
  migrations: {
    '20261122T120000_event_log': eventLog,
    '20261122T120100_keys': keys,
    '20261122T120200_secrets': secrets,
    '20261122T120300_deliveries': deliveries,
    '20261125T090000_relay': relay,
    '20261126T090000_listed_secrets': listedSecrets,
    '20261126T180000_people_only': peopleOnly,
    '20261127T200000_imported_secrets': importedSecrets,
    '20261127T200000_value_shown': valueShown,
  },
  objects: [
    ...eventLogFunctions({ ...owner, partitioned: true, endings: endingsOf('secrets') }),
    ...readSqlObjects(new URL('./sql/', import.meta.url)),
    tenantOf,
  ],
} satisfies SchemaDefinition;
