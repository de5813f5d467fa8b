import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { logNames } from '@onceover/schema/events/logs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SOURCES = [
  'schema',
  'packages',
  'services',
  'infra',
  path.join('web', 'dist'),
  'package.json',
  'tsconfig.base.json',
];

/** The sources of this version, copied, where a test makes another version of them. */
export class SourceCopy {
  readonly #root: string;

  private constructor(root: string) {
    this.#root = root;
  }

  /** Copies them to a directory that is not there yet. Packages from npm are shared. */
  static make(root: string): SourceCopy {
    const isSource = (from: string) => path.basename(from) !== 'node_modules' && !from.endsWith('.test.ts');
    for (const each of SOURCES)
      cpSync(path.join(ROOT, each), path.join(root, each), { recursive: true, filter: isSource });
    linkModules(ROOT, root, (name) => name !== '@onceover');
    for (const folder of ['packages', 'services']) {
      for (const name of readdirSync(path.join(root, folder))) {
        linkModules(path.join(ROOT, folder, name), path.join(root, folder, name), () => true);
      }
    }
    const own = path.join(root, 'node_modules', '@onceover');
    mkdirSync(own);
    for (const name of readdirSync(path.join(ROOT, 'node_modules', '@onceover'))) {
      const there = path.relative(ROOT, realpathSync(path.join(ROOT, 'node_modules', '@onceover', name)));
      symlinkSync(path.join(root, there), path.join(own, name));
    }
    return new SourceCopy(root);
  }

  /** Replaces a text of a file, which must be there once. */
  edit(file: string, from: string, to: string): void {
    const at = path.join(this.#root, file);
    const parts = readFileSync(at, 'utf8').split(from);
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${from}`);
    writeFileSync(at, parts.join(to));
  }

  write(file: string, text: string): void {
    writeFileSync(path.join(this.#root, file), text);
  }

  read(file: string): string {
    return readFileSync(path.join(this.#root, file), 'utf8');
  }

  remove(file: string): void {
    rmSync(path.join(this.#root, file));
  }

  /** Bundles the processes; the program to run. */
  async bundle(): Promise<string> {
    const target = path.join(this.#root, 'bundle');
    await promisify(execFile)(process.execPath, ['infra/distributed/scripts/bundle.ts', target], { cwd: this.#root });
    return path.join(target, 'main.js');
  }
}

/** Makes the sources those of a version, which the oldest version may run beside. */
export function becomeVersion(sources: SourceCopy, version: string, oldestBeside: string): void {
  const { version: before, ...about } = JSON.parse(sources.read('schema/package.json'));
  sources.write('schema/package.json', JSON.stringify({ ...about, version }));
  const release = sources.read('schema/release.ts');
  sources.write('schema/release.ts', release.replace(/oldestBeside: '[\d.]+'/, `oldestBeside: '${oldestBeside}'`));
  if (before === version) throw new Error(`it is version ${version} already`);
}

/** Adds a migration to a service, as an SQL text. */
export function addMigration(sources: SourceCopy, service: string, name: string, sql: string): void {
  sources.write(
    `services/${service}/migrations/${name}.ts`,
    `import type { Knex } from 'knex';\nexport const up = async (knex: Knex) => void (await knex.raw(${JSON.stringify(sql)}));\n`,
  );
  const schema = `services/${service}/src/adapters/postgres/schema.ts`;
  const text = sources.read(schema);
  const listed = text.replace(/(migrations: \{[^}]*)\}/, `$1  '${name}': added,\n  }`);
  sources.write(schema, `import * as added from '../../../migrations/${name}.ts';\n${listed}`);
}

/** What the next version adds to each table of a service: a column that may be null, which older programs do not know. */
const COLUMNS = (schema: string) => `
  do $$ declare t record; begin
    for t in select c.oid::regclass as name from pg_class c
      where c.relnamespace = '${schema}'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname not in ('migrations', 'migrations_lock', 'sql_objects', 'schema_release')
    loop execute format('alter table %s add column added_later text', t.name); end loop;
  end $$`;

const ENDINGS = 'services/secrets/src/adapters/postgres';

/**
 * The next version, which changes what a release may change: a column in every table, a function that takes another argument under
 * another name, so that the old one is gone, one with another body, another version of an event, and fields that calls may lack.
 */
export async function makeNextVersion(root: string): Promise<string> {
  const next = SourceCopy.make(root);
  becomeVersion(next, '1000.1.0', JSON.parse(next.read('schema/package.json')).version);
  for (const service of logNames) addMigration(next, service, '30000101T000000_later', COLUMNS(service));
  replaceFunction(next);
  const conceal = `${ENDINGS}/sql/conceal_secrets.sql`;
  next.write(conceal, next.read(conceal).replace(/\nbegin\n/, '\nbegin\n  -- of the next version\n'));
  addEventVersion(next);
  next.edit(
    'schema/internal/resolve-session.ts',
    'forgetsRememberMe: z.boolean(),',
    'forgetsRememberMe: z.boolean(), later: z.string().optional(),',
  );
  next.edit(
    'schema/internal/resolve-session.ts',
    'extendsIdle: z.boolean(),',
    'extendsIdle: z.boolean(), later: z.string().optional(),',
  );
  next.edit(
    'services/gateway/src/session/identify.ts',
    'await ask(resolveSession, {',
    "await ask(resolveSession, { later: 'asked',",
  );
  next.edit(
    'services/accounts/src/internal.ts',
    '(input) => useCases.resolveSession(input)',
    "async (input) => ({ ...(await useCases.resolveSession(input)), later: 'answered' })",
  );
  return await next.bundle();
}

/** `end_secrets` gets another argument, so it is another function; programs of the version before still call the old one. */
function replaceFunction(next: SourceCopy): void {
  const old = `${ENDINGS}/sql/end_secrets.sql`;
  const text = next.read(old).replaceAll('secrets.end_secrets(', 'secrets.end_secrets_2(');
  const longer = text
    .replace(
      'new_redeliveries secrets.redelivery[])\n  returns',
      'new_redeliveries secrets.redelivery[], later text)\n  returns',
    )
    .replaceAll('secrets.commands[], secrets.redelivery[])', 'secrets.commands[], secrets.redelivery[], text)');
  next.write(`${ENDINGS}/sql/end_secrets_2.sql`, longer);
  next.remove(old);
  next.edit(
    `${ENDINGS}/vault/secret-writes.ts`,
    'secrets.end_secrets($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
    'secrets.end_secrets_2($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, null)',
  );
}

/** A secret that was received says more than before. */
function addEventVersion(next: SourceCopy): void {
  const events = 'schema/events/secrets.ts';
  const fields = /event\('secret\.received', \{[\s\S]*?\n {2}fields: \{([\s\S]*?)\n {2}\},/.exec(
    next.read(events),
  )?.[1];
  if (fields === undefined) throw new Error(`${events} has no fields of secret.received`);
  next.edit(
    events,
    `  fields: {${fields}\n  },`,
    `  schemaVersion: 2,
  before: [{ fields: {${fields}\n  }, upcast: (data) => ({ ...data, later: 'unknown' }) }],
  fields: {${fields}\n    later: classed('public', z.string()),\n  },`,
  );
  const reveal = 'services/secrets/src/domain/secret/reveal-secret.ts';
  next.edit(reveal, 'schemaVersion: 1,\n    data: { by,', "schemaVersion: 2,\n    data: { later: 'told', by,");
}

/** The version after it, beside which the first one cannot run: what nobody needs any more has gone. */
export function makeLaterVersion(root: string): string {
  const later = SourceCopy.make(root);
  becomeVersion(later, '1000.2.0', '1000.1.0');
  for (const service of logNames) addMigration(later, service, '30000101T000000_later', COLUMNS(service));
  replaceFunction(later);
  return path.join(root, 'infra', 'distributed', 'src', 'main.ts');
}

function linkModules(from: string, to: string, isWanted: (name: string) => boolean): void {
  if (!existsSync(path.join(from, 'node_modules'))) return;
  const names = readdirSync(path.join(from, 'node_modules'), { encoding: 'utf8' }).filter(isWanted);
  mkdirSync(path.join(to, 'node_modules'));
  for (const name of names) symlinkSync(path.join(from, 'node_modules', name), path.join(to, 'node_modules', name));
}
