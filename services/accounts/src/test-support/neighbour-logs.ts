import {
  consumerTablesMigration,
  createPostgresEventStore,
  grantLogReading,
  installEventLog,
  type StreamAppend,
  type StreamRef,
} from '@onceover/event-store';
import { ensureRole } from '@onceover/postgres-kit/migrate';
import type { WebhookDisabled } from '@onceover/schema/events/notifications';
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
  const event = { type: 'secret.received', schemaVersion: 1, data: { by: 'anonymous' } };
  await record(pool, {
    service: 'secrets',
    tenantRef: accountRef,
    stream: { id: secretId, category: 'secret' },
    event,
  });
}

/** Says that a webhook was switched off, as the notifications service would. */
export async function recordWebhookDisabled(
  pool: pg.Pool,
  data: WebhookDisabled['data'],
  tenantRef: string = data.accountRef,
): Promise<void> {
  const event: WebhookDisabled = { type: 'webhook.disabled', schemaVersion: 1, data };
  const stream = { id: newId(), category: 'webhook' };
  await record(pool, { service: 'notifications', tenantRef, stream, event });
}

interface Recorded {
  readonly service: 'secrets' | 'notifications';
  readonly tenantRef: string;
  readonly stream: StreamRef;
  readonly event: StreamAppend['events'][number];
}

async function record(pool: pg.Pool, { service, tenantRef, stream, event }: Recorded): Promise<void> {
  const meta = { correlationId: 'req-1', actor: { kind: 'system' as const }, ...ownOrigin('system') };
  await createPostgresEventStore({ pool, schema: service, service }).execute({
    context: { commandId: newId(), tenantRef, meta },
    appends: [{ stream, expected: 'any', events: [event] }],
    shared: [],
    guards: [],
    inline: [],
  });
}
