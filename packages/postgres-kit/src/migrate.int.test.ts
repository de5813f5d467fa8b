import { setTimeout } from 'node:timers/promises';
import { createTestDatabase } from '@onceover/testing/database';
import type { Knex } from 'knex';
import { expect, test } from 'vitest';
import { migrateSchema } from './migrate.ts';
import { MadeByAnotherVersion } from './schema-release.ts';

const empty = { up: async () => undefined };
const shelf = { schema: 'shelf', appRole: 'shelf_app' };

test('data that another version made is refused, with what to do', async () => {
  await using database = await createTestDatabase({ template: 'postgres_kit_empty', migrate: async () => undefined });
  const migrate = (...names: string[]) =>
    migrateSchema(database.address, { ...shelf, migrations: Object.fromEntries(names.map((name) => [name, empty])) });
  await migrate('20261122T100000_books');
  await migrate('20261122T100000_books', '20261122T100100_maps');
  const refused = migrate('20261122T100000_books', '20261122T100100_charts');
  await expect(refused).rejects.toThrow(MadeByAnotherVersion);
  await expect(refused).rejects.toThrow(/shelf\/20261122T100100_maps.* Start with the version that made it/);
  await migrate('20261122T100000_books', '20261122T100100_maps');
});

/** What is in the schema: tables with their columns, functions, migrations, rights. */
const SCHEMA = `
  select 'column' as kind, table_name || '.' || column_name as name from information_schema.columns where table_schema = 'shelf'
  union all select 'function', proname || ':' || prosrc from pg_proc where pronamespace = 'shelf'::regnamespace
  union all select 'migration', name from shelf.migrations
  union all select 'release', version || ' beside ' || oldest_beside from shelf.schema_release
  order by 1, 2`;

const answering = (name: string, answer: number) => ({
  name,
  sql: `create function shelf.${name}() returns int language sql as $$ select ${answer} $$;`,
});
const adding = (column: string) => ({
  up: async (knex: Knex) => void (await knex.raw(`alter table shelf.book add column ${column} text`)),
});
const books = { up: async (knex: Knex) => void (await knex.raw('create table shelf.book (id int)')) };

test('beside a newer version, an older one starts and leaves what the newer one made as it is', async () => {
  await using database = await createTestDatabase({ template: 'postgres_kit_empty', migrate: async () => undefined });
  const [first, second] = [{ '1_books': books }, { '1_books': books, '2_shelves': adding('shelf') }];
  const older = { ...shelf, release: { version: '1.9.0', oldestBeside: '1.9.0' }, migrations: first };
  const newer = { ...shelf, release: { version: '1.10.0', oldestBeside: '1.9.0' }, migrations: second };
  const all = async () => (await database.pool().query(SCHEMA)).rows;
  await migrateSchema(database.address, { ...older, objects: [answering('one', 1), answering('old', 1)] });
  await migrateSchema(database.address, { ...newer, objects: [answering('one', 2), answering('new', 2)] });
  const made = await all();
  expect(made.map(({ name }) => name)).toEqual(expect.arrayContaining(['book.shelf', '1.10.0 beside 1.9.0']));
  await migrateSchema(database.address, { ...older, objects: [answering('one', 1), answering('old', 1)] });
  expect(await all()).toEqual(made);
});

test('a version that a newer one has left behind is refused in one sentence, and changes nothing', async () => {
  await using database = await createTestDatabase({ template: 'postgres_kit_empty', migrate: async () => undefined });
  const at = (version: string, oldestBeside: string) =>
    migrateSchema(database.address, {
      ...shelf,
      migrations: { '1_books': books },
      objects: [answering('one', version.length)],
      release: { version, oldestBeside },
    });
  const all = async () => (await database.pool().query(SCHEMA)).rows;
  await at('1.11.0', '1.10.0');
  const made = await all();
  const refused = at('1.9.0', '1.9.0');
  await expect(refused).rejects.toThrow(MadeByAnotherVersion);
  await expect(refused).rejects.toThrow(
    /^This database was brought up to date by version 1\.11\.0 and needs 1\.10\.0 or later, but this is version 1\.9\.0: start a newer one, or restore the backup that was made before the upgrade\.$/,
  );
  expect(await all()).toEqual(made);
  await at('1.10.0', '1.9.0');
  expect(await all()).toEqual(made);
});

test('a migration that needs a table for itself waits for whoever reads it without anybody waiting behind it', async () => {
  await using database = await createTestDatabase({ template: 'postgres_kit_empty', migrate: async () => undefined });
  await migrateSchema(database.address, { ...shelf, migrations: { '1_books': books } });
  const reader = await database.pool().connect();
  await reader.query('begin; select * from shelf.book');
  const migrating = migrateSchema(database.address, {
    ...shelf,
    migrations: { '1_books': books, '2_shelves': adding('shelf') },
  });
  const impatient = database.pool({ lock_timeout: 1_500 });
  const problems: string[] = [];
  const until = performance.now() + 3_000;
  while (performance.now() < until) {
    await impatient.query('select * from shelf.book').catch((error: Error) => problems.push(error.message));
    await setTimeout(20);
  }
  await reader.query('commit');
  reader.release();
  await migrating;
  expect(problems).toEqual([]);
  await impatient.query('select shelf from shelf.book');
});

test('where somebody keeps a table for long, a migration gives up and says who it is', async () => {
  await using database = await createTestDatabase({ template: 'postgres_kit_empty', migrate: async () => undefined });
  await migrateSchema(database.address, { ...shelf, migrations: { '1_books': books } });
  const reader = await database.pool({ application_name: 'reports' }).connect();
  const { rows } = await reader.query<{ pid: number }>('select pg_backend_pid() as pid');
  await reader.query('begin; select * from shelf.book');
  const migrating = migrateSchema(
    database.address,
    { ...shelf, migrations: { '1_books': books, '2_shelves': adding('shelf') } },
    { patienceMs: 1_000 },
  );
  const pid = rows[0]?.pid;
  await expect(migrating).rejects.toThrow(
    new RegExp(
      `^The migration shelf/2_shelves could not lock its tables within 1 s: database process ${pid} \\(reports\\) ` +
        `has been using shelf\\.book in one transaction for \\d+ s\\. Start again when it has ended, or end it: select pg_terminate_backend\\(${pid}\\)$`,
    ),
  );
  await reader.query('rollback');
  reader.release();
});
