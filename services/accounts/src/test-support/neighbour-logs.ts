import {
  consumerTablesMigration,
  createPostgresEventStore,
  grantLogReading,
  installEventLog,
} from '@onceover/event-store';
import { ensureRole } from '@onceover/postgres-kit/migrate';
import { newId } from '@onceover/service-kit/ids';
import { ownOrigin } from '@onceover/service-kit/origin';
import openKnex, { type Knex } from 'knex';
import type pg from 'pg';

/**
 * Empty logs of the other services, so that this one can listen to them without their code, and where those note what they
 * have read.
 */
export async function makeNeighbourLogs(database: pg.PoolConfig): Promise<void> {
  const knex = openKnex({ client: 'pg', connection: database as Knex.PgConnectionConfig, pool: { min: 0, max: 2 } });
  try {
    await ensureRole(knex, 'onceover_retention');
    for (const schema of ['secrets', 'notifications']) {
      await installEventLog(knex, { schema, partitioned: false });
      await consumerTablesMigration({ schema, retentionRole: 'onceover_retention' }).up(knex);
      await grantLogReading(knex, { schema, toRoles: ['onceover_log_reader'] });
    }
  } finally {
    await knex.destroy();
  }
}

/** Says that a secret of an account was opened, as the secrets service would. */
export async function recordReceived(pool: pg.Pool, secretId: string, accountRef: string): Promise<void> {
  const events = createPostgresEventStore({ pool, schema: 'secrets', service: 'secrets' });
  await events.execute({
    context: {
      commandId: newId(),
      tenantRef: accountRef,
      meta: { correlationId: 'req-1', actor: { kind: 'anonymous' }, ...ownOrigin('system') },
    },
    appends: [
      {
        stream: { id: secretId, category: 'secret' },
        expected: 'any',
        events: [{ type: 'secret.received', schemaVersion: 1, data: { by: 'anonymous' } }],
      },
    ],
    shared: [],
    guards: [],
    inline: [],
  });
}
