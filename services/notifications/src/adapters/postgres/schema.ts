import { eventLogFunctions } from '@onceover/event-store';
import type { SchemaDefinition } from '@onceover/postgres-kit/migrate';
import { readSqlObjects, type SqlObject } from '@onceover/postgres-kit/sql-objects';
import { auditKinds } from '@onceover/schema/events/meaning';
import { endingsOf } from '@onceover/schema/events/retention';
import * as eventLog from '../../../migrations/20261122T100000_event_log.ts';
import * as jobs from '../../../migrations/20261122T100100_jobs.ts';
import * as mail from '../../../migrations/20261122T100200_mail.ts';
import * as feedback from '../../../migrations/20261122T100300_feedback.ts';
import * as audit from '../../../migrations/20261122T100400_audit.ts';
import * as accountFeed from '../../../migrations/20261123T090000_account_feed.ts';

/**
 * Schema `notifications` and the role the service works as, which owns nothing and cannot change or delete an event.
 * Migrations are in order and named by their files, which are never renamed; listed, so that a bundle carries them.
 */
const owner = {
  schema: 'notifications',
  appRole: 'onceover_notifications',
  retentionRole: 'onceover_retention',
} as const;

/** How long each kind of record is kept, as the schema says it; raises for what is no kind. */
const auditKept: SqlObject = {
  name: 'audit_kept',
  sql: `
    create function notifications.audit_kept(of_kind text) returns interval
      language plpgsql immutable set search_path = pg_catalog, pg_temp
    as $$ begin
      case of_kind ${Object.entries(auditKinds)
        .map(([kind, { days }]) => `when '${kind}' then return interval '${days} days';`)
        .join(' ')}
      else raise exception 'no kind of audit record: %', of_kind using errcode = 'invalid_parameter_value';
      end case;
    end $$;`,
};

export const notificationsSchema = {
  ...owner,
  migrations: {
    '20261122T100000_event_log': eventLog,
    '20261122T100100_jobs': jobs,
    '20261122T100200_mail': mail,
    '20261122T100300_feedback': feedback,
    '20261122T100400_audit': audit,
    '20261123T090000_account_feed': accountFeed,
  },
  objects: [
    ...eventLogFunctions({ ...owner, partitioned: false, endings: endingsOf('notifications') }),
    ...readSqlObjects(new URL('./sql/', import.meta.url)),
    auditKept,
  ],
} satisfies SchemaDefinition;
