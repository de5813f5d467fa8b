import { OutageError } from '@onceover/service-kit/errors';
import { createLogger } from '@onceover/service-kit/logging';
import { type OwnServer, startOwnServer } from '@onceover/testing/database';
import { eventually } from '@onceover/testing/eventually';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DatabaseHealth } from './database-health.ts';

let server: OwnServer;
let pool: pg.Pool;
let admin: pg.Client;
let lines: { readonly fields: object; readonly message: string }[];
const log = createLogger('test');
for (const level of ['warn', 'error'] as const) {
  log[level] = ((fields: object, message: string) => void lines.push({ fields, message })) as typeof log.warn;
}

beforeAll(async () => {
  server = await startOwnServer();
  pool = new pg.Pool({ ...server.address, max: 4 });
  pool.on('error', () => undefined);
  admin = new pg.Client({ ...server.superuser, database: server.address.database });
  await admin.connect();
  // What the server says when no page can be added to a table, for new tables and for the rows of an old one.
  await admin.query(`
    create table public.shelf (filling text);
    create table public.disk (is_full boolean); grant all on public.shelf, public.disk to public;
    create function public.fail_if_full() returns void language plpgsql as $$ begin
      if exists (select from public.disk) then
        raise exception 'could not extend file "base/16384/2601": No space left on device' using errcode = 'disk_full';
      end if;
    end $$;
    create function public.on_ddl() returns event_trigger language plpgsql as $$ begin perform public.fail_if_full(); end $$;
    create event trigger disk on ddl_command_start when tag in ('CREATE TABLE AS') execute function public.on_ddl();
    create function public.on_row() returns trigger language plpgsql as $$ begin perform public.fail_if_full(); return new; end $$;
    create trigger disk before insert on public.shelf for each row execute function public.on_row();`);
});
afterAll(async () => {
  await pool?.end();
  await admin?.end();
  await server?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  lines = [];
  await admin.query('delete from public.disk');
});

const fill = () => admin.query('insert into public.disk values (true)');
const free = () => admin.query('delete from public.disk');
const opened = (retryMs = 60_000) => new DatabaseHealth({ name: 'shelf', pool, log, retryMs });

async function write(): Promise<unknown> {
  try {
    await pool.query(`insert into public.shelf values ('a box')`);
    return undefined;
  } catch (cause) {
    return new OutageError('postgres', { cause });
  }
}

test('a database whose disk is full is not ready although it answers, until it has been seen to write', async () => {
  using health = opened();
  expect(await health.readiness()).toEqual({ isReady: true });
  await fill();
  health.met(await write());
  const notReady = { isReady: false, reason: 'shelf: the database is failing: its disk is full (53100)' };
  expect(await health.readiness()).toEqual(notReady);
  expect((await pool.query('select 1')).rowCount).toBe(1);
  expect(await health.readiness()).toEqual(notReady);
  await free();
  expect(await health.readiness()).toEqual({ isReady: true });
});

test('an outage is logged once with its SQLSTATE and its reason, however many meet it, and its end once', async () => {
  using health = opened(20);
  await fill();
  for (let request = 0; request < 99; request += 1) health.met(await write());
  await free();
  await eventually(() => expect(lines).toHaveLength(2));
  expect(lines).toEqual([
    {
      fields: {
        sqlstate: '53100',
        reason: 'could not extend file "base/16384/2601": No space left on device',
      },
      message: 'the database is failing',
    },
    {
      fields: { sqlstate: '53100', seconds: expect.any(Number), failures: expect.any(Number) },
      message: 'the database works again',
    },
  ]);
});

test('a lock that was not granted in time is logged with its SQLSTATE, and changes nothing else', async () => {
  using health = opened();
  const cause = Object.assign(new pg.DatabaseError('canceling statement due to lock timeout', 1, 'error'), {
    code: '55P03',
  });
  for (let request = 0; request < 3; request += 1) health.met(new OutageError('postgres', { cause }));
  expect(lines.map(({ fields }) => fields)).toEqual([
    { sqlstate: '55P03', reason: 'canceling statement due to lock timeout' },
  ]);
  expect(await health.readiness()).toEqual({ isReady: true });
});

test('outages of other things, refusals and faults are not the database’s', async () => {
  using health = opened();
  const mistake = Object.assign(new pg.DatabaseError('no such table', 1, 'error'), { code: '42P01' });
  for (const error of [new OutageError('keys'), mistake, new RangeError('no'), undefined]) health.met(error);
  expect(lines).toEqual([]);
  expect(await health.readiness()).toEqual({ isReady: true });
});

test('a database that cannot be reached is named with the code of its failure', async () => {
  const nowhere = new pg.Pool({ host: '127.0.0.1', port: 1, max: 1 });
  using health = new DatabaseHealth({ name: 'shelf', pool: nowhere, log });
  expect(await health.readiness()).toEqual({
    isReady: false,
    reason: 'shelf: the database is failing: nothing listens at its address (ECONNREFUSED)',
  });
  await nowhere.end();
});
