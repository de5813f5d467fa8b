import {
  consumerTablesMigration,
  createPostgresEventStore,
  installEventLog,
  type PostgresEventStore,
} from '@onceover/event-store';
import { ensureRole } from '@onceover/postgres-kit/migrate';
import { newId } from '@onceover/service-kit/ids';
import { ownOrigin } from '@onceover/service-kit/origin';
import openKnex, { type Knex } from 'knex';
import type pg from 'pg';

/** The logs of the services this one listens to, empty, and readable by its role; and where those note what they have read. */
export async function makeNeighbourLogs(database: pg.PoolConfig): Promise<void> {
  const knex = openKnex({ client: 'pg', connection: database as Knex.PgConnectionConfig });
  try {
    for (const role of ['onceover_secrets', 'onceover_retention']) await ensureRole(knex, role);
    for (const schema of ['accounts', 'notifications', 'audit']) {
      await installEventLog(knex, { schema, partitioned: false });
      await consumerTablesMigration({ schema, retentionRole: 'onceover_retention' }).up(knex);
      await knex.raw(`grant usage on schema ${schema} to onceover_secrets`);
      await knex.raw(`grant select on ${schema}.events, ${schema}.log_meta to onceover_secrets`);
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
