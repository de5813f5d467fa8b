import { eventLogFunctions } from '@onceover/event-store';
import type { SchemaDefinition } from '@onceover/postgres-kit/migrate';
import { readSqlObjects } from '@onceover/postgres-kit/sql-objects';
import { endingsOf } from '@onceover/schema/events/retention';
import * as eventLog from '../../../migrations/20261122T120000_event_log.ts';
import * as keys from '../../../migrations/20261122T120100_keys.ts';
import * as secrets from '../../../migrations/20261122T120200_secrets.ts';
import * as deliveries from '../../../migrations/20261122T120300_deliveries.ts';

/**
 * Schema `secrets` and the role the service works as, which owns nothing and cannot change or delete an event.
 * Migrations are in order and named by their files, which are never renamed; listed, so that a bundle carries them.
 */
const owner = { schema: 'secrets', appRole: 'onceover_secrets', retentionRole: 'onceover_retention' } as const;

export const secretsSchema = {
  ...owner,
  migrations: {
    '20261122T120000_event_log': eventLog,
    '20261122T120100_keys': keys,
    '20261122T120200_secrets': secrets,
    '20261122T120300_deliveries': deliveries,
  },
  objects: [
    ...eventLogFunctions({ ...owner, partitioned: true, endings: endingsOf('secrets') }),
    ...readSqlObjects(new URL('./sql/', import.meta.url)),
  ],
} satisfies SchemaDefinition;
