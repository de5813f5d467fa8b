import { createPostgresEventStore, type EventStore } from '@onceover/event-store';
import { createTestDatabase, type TestDatabase } from '@onceover/testing/database';
import { eventually } from '@onceover/testing/eventually';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { append } from '../test-support/events.ts';
import { migrateBus } from '../test-support/migrate-bus.ts';
import { startConsumerProcess } from '../test-support/start-consumer-process.ts';

describe('kill -9 of a consumer on postgres', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let boxes: EventStore;
  beforeAll(async () => {
    database = await createTestDatabase({ template: 'event_bus', migrate: migrateBus });
    pool = database.pool();
    boxes = createPostgresEventStore({ pool, schema: 'boxes', service: 'boxes' });
  });
  beforeEach(() => pool.query('truncate counter.effects'));
  afterAll(() => database[Symbol.asyncDispose]());

  const effects = async () => {
    const { rows } = await pool.query<{ key: string }>('select key from counter.effects order by n');
    return rows.map(({ key }) => key);
  };
  const eventIds = async () => {
    const { rows } = await pool.query<{ event_id: string }>('select event_id from boxes.events order by gen, xid, pos');
    return rows.map((row) => row.event_id);
  };
  const appendSome = async (count: number) => {
    for (let i = 0; i < count; i += 1) await append(boxes, ['box.noted']);
  };

  test.each(['before-effect', 'after-effect', 'after-commit'] as const)(
    '4: killed %s, the effect of every event is visible exactly once',
    async (dieAt) => {
      await appendSome(15);
      const options = { address: database.address, consumer: `counter.${dieAt}`, leaseMs: 500, endsWhenDone: true };
      expect(await startConsumerProcess({ ...options, dieAt }).ended).toBe('SIGKILL');
      const left = await effects();
      expect(left.length).toBeLessThan((await eventIds()).length);
      expect(await startConsumerProcess({ ...options, dieAt: null }).ended).toBe('0');
      expect(await effects()).toEqual(await eventIds());
    },
  );

  test('7: another process takes over within the lease plus 2 s of a kill; each effect is there once', async () => {
    const leaseMs = 1_500;
    const options = {
      address: database.address,
      consumer: 'counter.shared',
      leaseMs,
      dieAt: null,
      endsWhenDone: false,
    };
    const first = startConsumerProcess(options);
    expect(await first.state).toBe('running');
    const second = startConsumerProcess(options);
    try {
      expect(await second.state).toBe('starting');
      await appendSome(20);
      await eventually(async () => expect((await effects()).length).toBeGreaterThan(4));
      first.child.kill('SIGKILL');
      await first.ended;
      const killedAt = performance.now();
      await appendSome(1);
      const ids = await eventIds();
      await eventually(async () => expect(await effects()).toHaveLength(ids.length), { withinMs: 10_000 });
      expect(performance.now() - killedAt).toBeLessThan(leaseMs + 2_000);
      expect((await effects()).toSorted()).toEqual(ids.toSorted());
    } finally {
      first.child.kill('SIGKILL');
      second.child.kill('SIGKILL');
      await Promise.all([first.ended, second.ended]);
    }
  });
});
