import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { foreignTables, foreignTablesBelow, foreignTablesIn } from './foreign-tables.ts';

const tablesIn = (text: string) => foreignTablesIn('audit', text).map(({ table }) => table);

test.each([
  ['select * from accounts.session s', 'accounts.session'],
  ['  left join secrets.events e on true', 'secrets.events'],
  ['insert into notifications.mail (id)', 'notifications.mail'],
  ['lock table accounts.customer in share mode', 'accounts.customer'],
  ['grant select on secrets.log_meta to onceover_audit', 'secrets.log_meta'],
  ['select *\n  from\n  accounts.session s', 'accounts.session'],
  ['select * from accounts.\n    session s', 'accounts.session'],
  ['select * from accounts\n    .session s', 'accounts.session'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the line of a source.
  ['select max(pos) from ${identifier(log)}.events e', 'events'],
])('audit does not say: %s', (line, table) => expect(tablesIn(line)).toEqual([table]));

test.each([
  'select * from audit.entries e',
  "consumers: ['accounts.usage'],",
  'await accounts.events.execute(command);',
  'what came from secrets. Events are read elsewhere',
  ' * what came from secrets.\n * Events are read elsewhere',
  'const { events } = page.events;',
])('audit may say: %s', (line) => expect(tablesIn(line)).toEqual([]));

test('whose line it is says the folder of the service; tests may look wherever they must', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'onceover-services-'));
  using _ = { [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
  for (const file of [
    'audit/src/read.ts',
    'secrets/src/read.sql',
    'audit/src/read.test.ts',
    'audit/src/test-support/x.ts',
  ]) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(
      path.join(folder, file),
      '\nselect 1 from\n  secrets.events;\nselect 2 from audit.entries, (select from accounts.session)',
    );
  }
  expect(foreignTablesBelow(folder, (file) => file.split('/')[0])).toEqual([
    'audit/src/read.ts:2: secrets.events',
    'audit/src/read.ts:4: accounts.session',
    'secrets/src/read.sql:4: audit.entries',
    'secrets/src/read.sql:4: accounts.session',
  ]);
});

test('no service, and nothing in infra, names a table of another', () => expect(foreignTables()).toEqual([]));
