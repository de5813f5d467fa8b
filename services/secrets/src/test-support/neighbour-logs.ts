import {
  consumerTablesMigration,
  createPostgresEventStore,
  grantLogReading,
  installEventLog,
  type PostgresEventStore,
} from '@onceover/event-store';
import { ensureRole } from '@onceover/postgres-kit/migrate';
import { newId } from '@onceover/service-kit/ids';
import { ownOrigin } from '@onceover/service-kit/origin';
import openKnex, { type Knex } from 'knex';
import type pg from 'pg';

/**
 * Empty logs of the services this one listens to, readable by its role, and where those that listen to this one note
 * what they have read.
 */
export async function makeNeighbourLogs(database: pg.PoolConfig): Promise<void> {
  const knex = openKnex({ client: 'pg', connection: database as Knex.PgConnectionConfig });
  try {
    await ensureRole(knex, 'onceover_retention');
    for (const schema of ['accounts', 'notifications', 'audit']) {
      await installEventLog(knex, { schema, partitioned: false });
      await consumerTablesMigration({ schema, retentionRole: 'onceover_retention' }).up(knex);
    }
    for (const schema of ['accounts', 'notifications']) {
      await grantLogReading(knex, { schema, toRoles: ['onceover_log_reader'] });
    }
  } finally {
    await knex.destroy();
  }
}

/** Writes one event into another service's log. */
export async function happen(
  pool: pg.Pool,
  service: 'accounts' | 'notifications',
  event: { readonly streamId: string; readonly type: string; readonly data: object; readonly version?: number },
): Promise<void> {
  const store: PostgresEventStore = createPostgresEventStore({ pool, schema: service, service, batching: false });
  await store.execute({
    context: {
      commandId: newId(),
      tenantRef: null,
      meta: { correlationId: 'test', actor: { kind: 'system' }, ...ownOrigin('system') },
    },
    appends: [
      {
        stream: { id: event.streamId, category: service === 'accounts' ? 'account' : 'delivery' },
        expected: 'any',
        events: [{ type: event.type, schemaVersion: 1, data: event.data }],
      },
    ],
    shared: [],
    guards: [],
    inline: [],
  });
}
