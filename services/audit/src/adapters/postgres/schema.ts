import { eventLogFunctions } from '@onceover/event-store';
import type { SchemaDefinition } from '@onceover/postgres-kit/migrate';
import { readSqlObjects, type SqlObject } from '@onceover/postgres-kit/sql-objects';
import { logReaderRole } from '@onceover/schema/events/logs';
import { auditKinds } from '@onceover/schema/events/meaning';
import { endingsOf } from '@onceover/schema/events/retention';
import { release } from '@onceover/schema/release';
import * as eventLog from '../../../migrations/20261122T100000_event_log.ts';
import * as trail from '../../../migrations/20261122T100100_trail.ts';
import * as relay from '../../../migrations/20261125T090000_relay.ts';

const owner = {
  schema: 'audit',
  appRole: 'onceover_audit',
  retentionRole: 'onceover_retention',
  readerRole: logReaderRole,
} as const;

/** How long each kind of record is kept, as the schema says it; raises for what is no kind. */
const auditKept: SqlObject = {
  name: 'audit_kept',
  sql: `
    create function audit.audit_kept(of_kind text) returns interval
      language plpgsql immutable set search_path = pg_catalog, pg_temp
    as $$ begin
      case of_kind ${Object.entries(auditKinds)
        .map(([kind, { days }]) => `when '${kind}' then return interval '${days} days';`)
        .join(' ')}
      else raise exception 'no kind of audit record: %', of_kind using errcode = 'invalid_parameter_value';
      end case;
    end $$;`,
};

/**
 * Schema `audit` and the role the service works as, which owns nothing and can neither change nor delete an event or an entry.
 * Migrations are in order and named after their files, which are never renamed; listed, so that a bundle includes them.
 */
export const auditSchema = {
  ...owner,
  release,
  migrations: {
    '20261122T100000_event_log': eventLog,
    '20261122T100100_trail': trail,
    '20261125T090000_relay': relay,
  },
  objects: [
    ...eventLogFunctions({ ...owner, partitioned: false, endings: endingsOf('audit') }),
    ...readSqlObjects(new URL('./sql/', import.meta.url)),
    auditKept,
  ],
} satisfies SchemaDefinition;
