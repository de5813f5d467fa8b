import { createDoorbell, jobTablesMigration } from '@onceover/event-bus';
import { consumerTablesMigration, eventLogFunctions, eventLogMigration, LOG_COVERED } from '@onceover/event-store';
import { migrateSchema, type SchemaDefinition } from '@onceover/postgres-kit/migrate';
import { newId } from '@onceover/service-kit/ids';
import { createInternalCalls } from '@onceover/service-kit/internal-call';
import { ownOrigin } from '@onceover/service-kit/origin';
import { createTestDatabase, type OwnServer, startOwnServer, type TestDatabase } from '@onceover/testing/database';
import { eventually } from '@onceover/testing/eventually';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { EventRules, Foundation } from './foundation.ts';
import { type LogCalls, logHistoryBy } from './log-calls.ts';
import { openLogHistory } from './own-history.ts';
import { startService } from './start-service.ts';

const appRole = 'history_shelf';
const log = { schema: 'shelf', appRole, partitioned: false, endings: [LOG_COVERED] } as const;
const schema = {
  schema: 'shelf',
  appRole,
  retentionRole: 'history_retention',
  readerRole: 'shelf_reader',
  migrations: {
    '20260101T000000_log': eventLogMigration({ ...log, retentionRole: 'history_retention' }),
    '20260101T000100_consumers': consumerTablesMigration({ schema: 'shelf', appRole }),
    '20260101T000200_jobs': jobTablesMigration({ schema: 'shelf_jobs', appRole }),
  },
  objects: eventLogFunctions({ ...log, retentionRole: 'history_retention' }),
} satisfies SchemaDefinition;

const asked = { askers: ['reader'], whenLost: 'repeat' } as const;
const call = (name: string) => ({ name: `shelf.${name}`, ...asked, input: z.any(), output: z.any() });
const calls: LogCalls = {
  ends: call('ends'),
  lag: call('lag'),
  events: call('events'),
  texts: call('texts'),
  search: call('search'),
  count: call('count'),
  recount: call('recount'),
};
const checked: string[] = [];
const eventRules: EventRules = {
  check: ({ events }) => void checked.push(...events.map(({ type }) => type)),
  read: (event) => event,
  checkConsumers: () => undefined,
  retention: { commandDays: 30, streamDays: 120, listeners: [] },
  neverLogged: { fields: [], texts: [] },
  history: {
    bucket: '0',
    covered: (id, data) => ({
      stream: { id, category: 'log' },
      expected: 'none',
      events: [{ type: LOG_COVERED, schemaVersion: 1, data }],
      closes: true,
    }),
    calls,
  },
};
const definition = { schema, eventRules, connections: 6 };

// Horizons are those of a whole cluster.
let server: OwnServer;
let database: TestDatabase;
beforeAll(async () => {
  server = await startOwnServer();
  const migrate = (address: Parameters<typeof migrateSchema>[0]) => migrateSchema(address, schema);
  database = await createTestDatabase({ template: 'own_history', migrate, server: server.address });
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

let events: Foundation['events'];
const startShelf = (rules: EventRules = eventRules) =>
  startService(
    { ...definition, eventRules: rules },
    { database: database.address, doorbell: createDoorbell() },
    async (foundation) => {
      events = foundation.events;
      const resolvers = { sdl: 'type Query { shelves: Int! }', resolvers: {}, contextFor: () => ({}) };
      return { resolvers, internal: [], consumers: { definitions: [] }, chores: [] };
    },
  );

async function fill(): Promise<void> {
  const meta = { correlationId: 'test', actor: { kind: 'system' }, ...ownOrigin('system') } as const;
  const stream = { id: newId(), category: 'shelf' };
  await events.execute({
    context: { commandId: newId(), tenantRef: null, meta },
    appends: [{ stream, expected: 'none', events: [{ type: 'shelf.filled', schemaVersion: 1, data: {} }] }],
    shared: [],
    guards: [],
    inline: [],
  });
}

/** How many events each block of the log covers. */
const blocks = async () => {
  const { rows } = await database
    .pool()
    .query<{ events: number }>(
      `select (data->>'events')::int as events from shelf.events where type = $1 order by xid`,
      [LOG_COVERED],
    );
  return rows.map(({ events: count }) => count);
};
const covered = async (count: number) => {
  const all = await blocks();
  expect(all.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(count);
  return all;
};

test('a service covers its log soon after a commit, then rests; what was left behind is covered when it starts', async () => {
  let before: readonly number[];
  {
    await using _service = await startShelf();
    await fill();
    await fill();
    before = await eventually(() => covered(2), { withinMs: 10_000 });
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await blocks()).toEqual(before);
    expect(checked).toContain(LOG_COVERED);
    const { rows } = await database
      .pool()
      .query(`select closed_at is not null as is_closed from shelf.streams where category = 'log'`);
    expect(rows).toEqual(before.map(() => ({ is_closed: true })));
  }
  {
    const { history: _, ...rules } = eventRules;
    await using _service = await startShelf(rules);
    await fill();
  }
  expect(await blocks()).toEqual(before);
  await using _service = await startShelf();
  // With what told of the last block.
  await eventually(async () => expect(await blocks()).toEqual([...before, 2]), { withinMs: 10_000 });
});

test('a service answers about the history of its log, and an operator’s command reads it as it is at one moment', async () => {
  await using service = await startShelf();
  const { ask, register } = createInternalCalls();
  register(service.internal ?? []);
  const byCalls = logHistoryBy(ask, calls);
  await using stack = new AsyncDisposableStack();
  const direct = await openLogHistory(definition, database.address, stack);
  const before = await direct.texts({}, 1_000);
  expect(before.length).toBeGreaterThan(0);
  await fill();
  expect(await direct.texts({}, 1_000)).toEqual(before);
  expect((await byCalls.texts({}, 1_000)).slice(0, before.length)).toEqual(before);
  expect((await byCalls.texts({}, 1_000)).length).toBeGreaterThan(before.length);
});
