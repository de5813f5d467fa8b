import { createDoorbell, jobTablesMigration } from '@onceover/event-bus';
import {
  type AppendCommand,
  consumerTablesMigration,
  createPostgresEventStore,
  eventLogFunctions,
  eventLogMigration,
  grantLogReading,
} from '@onceover/event-store';
import { migrateSchema, type SchemaDefinition } from '@onceover/postgres-kit/migrate';
import { newId } from '@onceover/service-kit/ids';
import { notedTelemetry } from '@onceover/service-kit/noted-telemetry';
import { ownOrigin } from '@onceover/service-kit/origin';
import { createTestDatabase, type DatabaseAddress, type TestDatabase } from '@onceover/testing/database';
import { eventually } from '@onceover/testing/eventually';
import { parse } from 'graphql';
import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEventTools } from './event-tools.ts';
import type { Backing, EventRules, Foundation } from './foundation.ts';
import type { ServiceParts } from './service-parts.ts';
import { type ServiceTools, serviceToolsOf } from './service-tools.ts';
import { startService } from './start-service.ts';

const appRole = 'shell_shelf';
const retentionRole = 'shell_retention';
const readerRole = 'shell_reader';
const shelfLog = { schema: 'shelf', appRole, retentionRole, partitioned: false, endings: ['shelf.cleared'] } as const;
const shelfSchema = {
  schema: 'shelf',
  appRole,
  retentionRole,
  readerRole,
  migrations: {
    '20260101T000000_log': eventLogMigration(shelfLog),
    '20260101T000100_consumers': consumerTablesMigration({ schema: 'shelf', appRole }),
    '20260101T000200_jobs': jobTablesMigration({ schema: 'shelf_jobs', appRole }),
  },
  objects: eventLogFunctions(shelfLog),
} satisfies SchemaDefinition;
const boxesSchema: SchemaDefinition = {
  schema: 'boxes',
  appRole: 'shell_boxes',
  migrations: {
    '20260101T000000_log': eventLogMigration({ schema: 'boxes', appRole: 'shell_boxes', partitioned: false }),
    '20260101T000100_readers': {
      up: (knex: Knex) => grantLogReading(knex, { schema: 'boxes', toRoles: [readerRole] }),
    },
  },
  objects: eventLogFunctions({ schema: 'boxes', appRole: 'shell_boxes', partitioned: false }),
};

let database: TestDatabase;
let backing: Backing;
beforeAll(async () => {
  const migrate = async (address: DatabaseAddress) => {
    await migrateSchema(address, shelfSchema);
    await migrateSchema(address, boxesSchema);
  };
  database = await createTestDatabase({ template: 'service_shell', migrate });
  backing = { database: database.address, doorbell: createDoorbell() };
});
afterAll(() => database[Symbol.asyncDispose]());

async function packBox(): Promise<void> {
  const { ring: onCommitted } = backing.doorbell;
  const boxes = createPostgresEventStore({ pool: database.pool(), schema: 'boxes', service: 'boxes', onCommitted });
  await boxes.openLog();
  const stream = { id: newId(), category: 'box' };
  const meta = { correlationId: 'test', actor: { kind: 'system' }, ...ownOrigin('system') } as const;
  await boxes.transact({ commandId: newId(), tenantRef: null, meta }, ({ append }) =>
    append({ stream, expected: 'none', events: [{ type: 'box.packed', schemaVersion: 1, data: {} }] }),
  );
}

/** A command with one event. */
function shelving(type: string): AppendCommand {
  const stream = { id: newId(), category: 'shelf' };
  const meta = { correlationId: 'test', actor: { kind: 'system' }, ...ownOrigin('system') } as const;
  return {
    context: { commandId: newId(), tenantRef: null, meta },
    appends: [{ stream, expected: 'none', events: [{ type, schemaVersion: 1, data: {} }] }],
    shared: [],
    guards: [],
    inline: [],
  };
}

/** A service with one of each: it shelves every box that is packed, and counts its shelves. */
function partsOf(done: string[]) {
  return async ({
    stack,
  }: Foundation): Promise<ServiceParts<{ readonly shelves: number }, { readonly requestId: string }>> => {
    stack.defer(() => void done.push('adapters closed'));
    return {
      resolvers: {
        sdl: 'type Query { shelves: Int! }',
        resolvers: {
          Query: { shelves: (_parent: unknown, _args: unknown, { shelves }: { shelves: number }) => shelves },
        },
        contextFor: () => ({ shelves: 3 }),
      },
      internal: [],
      consumers: {
        definitions: [
          {
            name: 'shelf.boxes',
            version: 1,
            sources: ['boxes'],
            handles: ['box.packed'],
            onError: 'park',
            handle: async (events, { enqueue }) => {
              for (const { id } of events) await enqueue('shelve', { id });
            },
          },
        ],
      },
      jobs: {
        tasks: { shelve: { run: async () => void done.push('shelved') } },
        onStop: () => void done.push('worker told to stop'),
      },
      chores: [
        { name: 'dust', everyMs: 3_600_000, run: async () => ({ dusted: done.push('dusted') }) },
        { name: 'count', everyMs: 3_600_000, isEverybodys: true, run: async () => ({ counted: done.push('counted') }) },
      ],
    };
  };
}

const eventRules: EventRules = {
  check({ events }) {
    for (const { type } of events) if (!type.startsWith('shelf.')) throw new TypeError(`${type} is not for the shelf`);
  },
  read(event) {
    if (event.type !== 'box.packed') throw new TypeError('unheard of');
    return event;
  },
  checkConsumers(definitions) {
    if (definitions.some(({ name }) => name === 'shelf.other')) throw new TypeError('nobody knows this consumer');
  },
  retention: { commandDays: 30, streamDays: 120, listeners: [] },
  neverLogged: { fields: [], texts: [] },
};
const definition = { schema: shelfSchema, eventRules, connections: 8, setAside: { consumers: 2 } };

test('a service hears, works, answers, does its chores, and stops in reverse order', async () => {
  const done: string[] = [];
  const service = await startService(definition, backing, partsOf(done));
  expect(await service.ready()).toEqual({ isReady: true });
  await eventually(() => expect(done.toSorted()).toEqual(['counted', 'dusted']));
  await packBox();
  await service.drain();
  expect(done).toContain('shelved');
  const answer = await service.subgraph.execute({
    document: parse('{ shelves }'),
    caller: { requestId: 'test' },
  });
  expect(answer.data).toEqual({ shelves: 3 });
  await service[Symbol.asyncDispose]();
  expect(done.slice(-2)).toEqual(['worker told to stop', 'adapters closed']);
});

test('what a service does is counted, by the names of what does it, and how many connections it has', async () => {
  const { telemetry, of, amounts, levelOf } = notedTelemetry();
  const service = await startService(definition, { ...backing, telemetry }, partsOf([]));
  await packBox();
  await service.drain();
  await eventually(() => expect(of('onceover_job_duration_seconds')).toContain('shelve done'));
  const batches = of('onceover_consumer_batch_duration_seconds');
  expect(new Set(batches)).toEqual(new Set(['shelf.boxes@1 done']));
  expect(of('onceover_consumer_events_total')).toEqual(batches.map(() => 'shelf.boxes@1'));
  for (const events of amounts('onceover_consumer_events_total')) expect(events).toBeGreaterThan(0);
  await eventually(() =>
    expect(of('onceover_chore_duration_seconds').toSorted()).toEqual([
      'shelf count done',
      'shelf dust done',
      'shelf retention done',
    ]),
  );
  expect(levelOf('onceover_database_connections')).toMatchObject({
    'shelf shared busy': expect.any(Number),
    'shelf shared idle': expect.any(Number),
    'shelf shared awaited': 0,
    'shelf consumers awaited': 0,
    'shelf reader awaited': 0,
  });
  await service[Symbol.asyncDispose]();
});

test('commands are counted by whether they were committed', async () => {
  const { telemetry, of } = notedTelemetry();
  let append: ((type: string) => Promise<unknown>) | undefined;
  await using _service = await startService(definition, { ...backing, telemetry }, async (foundation) => {
    append = (type) => foundation.events.execute(shelving(type));
    return await partsOf([])(foundation);
  });
  await append?.('shelf.added');
  await expect(append?.('box.packed')).rejects.toThrow('is not for the shelf');
  expect(of('onceover_commit_duration_seconds')).toEqual(['shelf done', 'shelf failed']);
});

test('of two processes one does a chore at a time, and both do what is everybody’s', async () => {
  const [first, second]: [string[], string[]] = [[], []];
  let finish: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const dusting = (done: string[]) => async (foundation: Foundation) => ({
    ...(await partsOf(done)(foundation)),
    chores: [
      { name: 'dust', everyMs: 10, run: () => held.then(() => ({ dusted: done.push('dusted') })) },
      { name: 'count', everyMs: 10, isEverybodys: true, run: async () => ({ counted: done.push('counted') }) },
    ],
  });
  {
    await using _one = await startService(definition, backing, dusting(first));
    await using _two = await startService(definition, backing, dusting(second));
    await eventually(() => expect([first.length, second.length].every((length) => length > 3)).toBe(true));
    expect([...first, ...second]).not.toContain('dusted');
    finish();
    await eventually(() => expect([...first, ...second]).toContain('dusted'));
  }
});

test('a service whose database is away says so beside a reason of its own, until the database is back', async () => {
  const closed = async (foundation: Foundation) => ({
    ...(await partsOf([])(foundation)),
    readiness: () => ({ isReady: false, reason: 'shelf: closed' }),
  });
  await using service = await startService(definition, backing, closed);
  expect(await service.ready()).toEqual({ isReady: false, reason: 'shelf: closed' });
  const { database: name } = database.address;
  const elsewhere = database.pool({ database: 'postgres', max: 1 });
  await elsewhere.query(`alter database ${name} with allow_connections false`);
  await elsewhere.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await eventually(async () =>
    expect(await service.ready()).toEqual({
      isReady: false,
      reason: expect.stringMatching(/^shelf: closed; shelf: the database is failing: .+ \(\w{5}\)$/),
    }),
  );
  await elsewhere.query(`alter database ${name} with allow_connections true`);
  await eventually(async () => expect((await service.ready()).reason).toBe('shelf: closed'));
});

test('a halted consumer is an alarm, not an outage: its service stays ready', async () => {
  const poisoned = async (foundation: Foundation) => {
    const parts = await partsOf([])(foundation);
    const [boxes] = parts.consumers.definitions;
    if (boxes === undefined) throw new TypeError('there is a consumer');
    const refuse = () => Promise.reject(new RangeError('poison'));
    const definition = { ...boxes, version: 2, startFrom: 'end', onError: 'halt', handle: refuse } as const;
    return { ...parts, consumers: { definitions: [definition] } };
  };
  await using service = await startService(definition, backing, poisoned);
  await packBox();
  await expect(service.drain()).rejects.toThrow('halted');
  expect(await service.ready()).toEqual({ isReady: true });
});

test('an operator lets a halted consumer pass an event, and has it handled once its handler is mended', async () => {
  let isMended = false;
  let tools: ServiceTools | undefined;
  const halting = async (foundation: Foundation) => {
    const parts = await partsOf([])(foundation);
    const [boxes] = parts.consumers.definitions;
    if (boxes === undefined) throw new TypeError('there is a consumer');
    const handle = async () => {
      if (!isMended) throw new RangeError('no room for nina@example.com');
    };
    const consumers = { definitions: [{ ...boxes, version: 3, startFrom: 'end', onError: 'halt', handle } as const] };
    tools = serviceToolsOf(foundation, consumers);
    return { ...parts, consumers };
  };
  await using service = await startService(definition, backing, halting);
  await packBox();
  await expect(service.drain()).rejects.toThrow('halted');
  const halt = (await tools?.health())?.consumers[0]?.halt;
  expect(halt).toMatchObject({ type: 'box.packed', error: 'RangeError: no room for [address]' });
  const ref = { consumer: 'shelf.boxes@3', eventId: halt?.eventId ?? '' };
  expect(await tools?.settle('retry', ref)).toMatch(/^there is no dead letter/);
  expect(await tools?.settle('skip', ref)).toBeNull();
  expect(await tools?.settle('skip', ref)).toMatch(/is not halted on event/);
  expect(await tools?.settle('retry', ref)).toBe('RangeError: no room for [address]');
  expect(await tools?.health()).toMatchObject({
    consumers: [{ consumer: 'shelf.boxes@3', halt: null }],
    deadLetters: [{ eventId: ref.eventId, source: 'boxes', type: 'box.packed' }],
  });
  isMended = true;
  expect(await tools?.settle('retry', ref)).toBeNull();
  expect((await tools?.health())?.deadLetters).toEqual([]);
  expect(await tools?.settle('discard', ref)).toBe('the dead letter is retried');
  await database.pool().query('delete from shelf.dead_letters');
});

test('a start that fails closes what was open', async () => {
  const done: string[] = [];
  const failing = async (foundation: Foundation) => {
    await partsOf(done)(foundation);
    throw new TypeError('no key');
  };
  await expect(startService(definition, backing, failing)).rejects.toThrow('no key');
  expect(done).toEqual(['adapters closed']);
});

test('a service writes only what its rules allow', async () => {
  let append: ((type: string) => Promise<unknown>) | undefined;
  await using _service = await startService(definition, backing, async (foundation) => {
    append = (type) => foundation.events.execute(shelving(type));
    return partsOf([])(foundation);
  });
  await expect(append?.('shelf.filled')).resolves.toMatchObject({ outcome: 'appended' });
  await expect(append?.('box.packed')).rejects.toThrow('box.packed is not for the shelf');
});

test('what the log need not keep any longer goes when a service starts', async () => {
  const [dropped, kept] = [newId(), newId()];
  await database.pool().query(
    `insert into shelf.commands (command_id, stream_id, version, at)
     values ($1, $3, 1, now() - interval '31 days'), ($2, $3, 1, now() - interval '29 days')`,
    [dropped, kept, newId()],
  );
  await using _service = await startService(definition, backing, partsOf([]));
  await eventually(async () => {
    const { rows } = await database
      .pool()
      .query<{ command_id: string }>('select command_id from shelf.commands where command_id = any($1::uuid[])', [
        [dropped, kept],
      ]);
    expect(rows).toEqual([{ command_id: kept }]);
  });
});

test('a service whose consumers are not those of its rules does not start, nor do its tools', async () => {
  const other = async (foundation: Foundation) => {
    const parts = await partsOf([])(foundation);
    const definitions = parts.consumers.definitions.map((consumer) => ({ ...consumer, name: 'shelf.other' }));
    return { ...parts, consumers: { ...parts.consumers, definitions } };
  };
  await expect(startService(definition, backing, other)).rejects.toThrow('nobody knows this consumer');
  await using stack = new AsyncDisposableStack();
  const consumers = async (foundation: Foundation) => (await other(foundation)).consumers;
  await expect(openEventTools(definition, { database: database.address }, stack, consumers)).rejects.toThrow(
    'nobody knows',
  );
});

test('an event that the rules cannot read reaches no handler, and is set aside', async () => {
  const done: string[] = [];
  const eventRulesOfToday = { ...eventRules, read: () => expect.fail('not as the catalogue says') };
  await using service = await startService({ ...definition, eventRules: eventRulesOfToday }, backing, partsOf(done));
  await packBox();
  await service.drain();
  const { rows } = await database
    .pool()
    .query<{ error: string }>(`select error from shelf.dead_letters where type = 'box.packed'`);
  expect(rows.map(({ error }) => error)).toEqual([expect.stringContaining('not as the catalogue says')]);
  expect(done).not.toContain('shelved');
});

test('an operator’s tools work on the same consumers, with a clock that follows the database; nothing is started', async () => {
  await using stack = new AsyncDisposableStack();
  const done: string[] = [];
  const tools = await openEventTools(definition, { database: database.address }, stack, async (foundation) => {
    const clock = await foundation.openClock();
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(60_000);
    return (await partsOf(done)(foundation)).consumers;
  });
  expect(tools.definitions.map(({ name }) => name)).toEqual(['shelf.boxes']);
  expect(done).toEqual([]);
});
