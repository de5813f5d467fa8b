import { readFileSync } from 'node:fs';
import type { Doorbell } from '@onceover/event-bus';
import {
  consumerTablesMigration,
  createLogCover,
  createOwnLog,
  createPostgresEventStore,
  type EventStore,
  grantLogReading,
  installEventLog,
  type LogCover,
  type LogHistory,
} from '@onceover/event-store';
import { ensureRole } from '@onceover/postgres-kit/migrate';
import { bucketSqlOf } from '@onceover/schema/events/buckets';
import { catalog, rowsOf } from '@onceover/schema/events/catalog';
import { coveredAppend } from '@onceover/schema/events/log';
import type { LogName } from '@onceover/schema/events/logs';
import { logCallsOf } from '@onceover/schema/internal/log-history';
import { newId } from '@onceover/service-kit/ids';
import { ownOrigin } from '@onceover/service-kit/origin';
import { answerLogCalls } from '@onceover/service-shell/log-calls';
import openKnex, { type Knex } from 'knex';
import type pg from 'pg';
import { migrateAudit } from '../service.ts';

const neighbours = ['secrets', 'accounts', 'notifications'] as const;
type Neighbour = (typeof neighbours)[number];

/** Everything that has a log, this service among them. */
export const coveringOf = (pool: pg.Pool, log: LogName, ring: Doorbell['ring']): LogCover =>
  createLogCover({
    pool,
    schema: log,
    service: log,
    bucket: bucketSqlOf(rowsOf(log)),
    append: coveredAppend,
    check: () => undefined,
    onCommitted: ring,
  });

/** The history of a log as its owner tells it. */
export const historyIn = (pool: pg.Pool, log: LogName): LogHistory =>
  createOwnLog({ pool, schema: log, service: log, bucket: bucketSqlOf(rowsOf(log)) });

/** The calls by which neighbours answer about their logs. */
export const neighbourHistories = (pool: pg.Pool) =>
  neighbours.flatMap((log) => answerLogCalls(logCallsOf(log), historyIn(pool, log)));

/** A database with our tables, and the empty logs of the services that this one listens to. */
export async function migrateWithNeighbours(database: pg.PoolConfig): Promise<void> {
  const knex = openKnex({ client: 'pg', connection: database as Knex.PgConnectionConfig, pool: { min: 0, max: 1 } });
  try {
    await ensureRole(knex, 'onceover_retention');
    for (const schema of neighbours) {
      await installEventLog(knex, { schema, partitioned: false });
      await consumerTablesMigration({ schema, retentionRole: 'onceover_retention' }).up(knex);
      await grantLogReading(knex, { schema, toRoles: ['onceover_log_reader'] });
    }
  } finally {
    await knex.destroy();
  }
  await migrateAudit(database);
}

/** Whose event it is, and the stream it stands in. */
export interface About {
  readonly tenantRef?: string;
  readonly streamId?: string;
  /** The stream's version before it. */
  readonly after?: number;
  /** Of the network that its command came from. */
  readonly networkTag?: string;
}

/** Adds an event to a service's log, with what the catalogue's example of its type says besides `data`. */
export type AppendTo = (service: Neighbour, type: string, data: object, about?: About) => Promise<void>;

export function appendingTo(pool: pg.Pool, ring: Doorbell['ring']): AppendTo {
  const logOf = (service: Neighbour): EventStore =>
    createPostgresEventStore({ pool, schema: service, service, batching: false, onCommitted: ring });
  const logs = { secrets: logOf('secrets'), accounts: logOf('accounts'), notifications: logOf('notifications') };
  return async (service, type, data, { tenantRef = null, streamId = newId(), after, networkTag } = {}) => {
    const origin = { ...ownOrigin('system'), ...(networkTag !== undefined && { networkTag }) };
    const meta = { correlationId: 'req-test', actor: { kind: 'system' }, ...origin } as const;
    await logs[service].execute({
      context: { commandId: newId(), tenantRef, meta },
      appends: [
        {
          stream: { id: streamId, category: 'test' },
          expected: after ?? 'none',
          events: [{ type, schemaVersion: 1, data: { ...exampleData(type), ...data } }],
        },
      ],
      shared: [],
      guards: [],
      inline: [],
    });
  };
}

/** What the catalogue's example of a type says: an event without it is no such event. */
function exampleData(type: string): object {
  const name = catalog.find((entry) => entry.type === type)?.example;
  if (name === undefined) return {};
  return JSON.parse(readFileSync(new URL(`../../../../schema/events/${name}`, import.meta.url), 'utf8')).data;
}
