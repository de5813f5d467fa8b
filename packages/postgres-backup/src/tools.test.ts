import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { dumpDatabase, requireTool } from './tools.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'tools-'));
  vi.stubEnv('PATH', `${place}${path.delimiter}/usr/bin:/bin`);
  return () => {
    vi.unstubAllEnvs();
    rmSync(place, { recursive: true });
  };
});

/** A `pg_dump` that does what a line of shell says. */
function install(script: string): void {
  writeFileSync(path.join(place, 'pg_dump'), `#!/bin/sh\n${script}\n`);
  chmodSync(path.join(place, 'pg_dump'), 0o755);
}

const address = { host: 'db.internal', port: 5432, user: 'shop', password: 'a long one', database: 'shop' };

test('a dump gets where to go and the password by its environment, and nothing else of ours', async () => {
  vi.stubEnv('SHOP_KEY', 'a key');
  install(`echo "$0 $*" > ${place}/words; env > ${place}/env; echo dumped`);
  const file = path.join(place, 'shop.dump');
  expect(await dumpDatabase(address, file)).toMatchObject({ bytes: 7 });
  expect(readFileSync(file, 'utf8')).toBe('dumped\n');
  expect(readFileSync(path.join(place, 'words'), 'utf8')).not.toContain(address.password);
  const env = readFileSync(path.join(place, 'env'), 'utf8');
  for (const line of ['PGHOST=db.internal', 'PGUSER=shop', 'PGDATABASE=shop', 'PGPASSWORD=a long one']) {
    expect(env).toContain(line);
  }
  expect(env).not.toContain('SHOP_KEY');
});

test('a dump that fails says why', async () => {
  install('echo "no such database" >&2; exit 1');
  await expect(dumpDatabase(address, path.join(place, 'shop.dump'))).rejects.toThrow(
    'pg_dump failed: exit 1: no such database',
  );
});

test('a program that is older than the server is refused, a newer one is not', async () => {
  install('echo "pg_dump (PostgreSQL) 17.6"');
  await expect(requireTool('pg_dump', 18)).rejects.toThrow(/is of version 17, and the server of 18\. Install/);
  await requireTool('pg_dump', 17);
  await requireTool('pg_dump', 16);
});

test('a program that is not there is named, with what to install', async () => {
  vi.stubEnv('PATH', place);
  expect(existsSync(path.join(place, 'pg_dump'))).toBe(false);
  await expect(requireTool('pg_dump', 18)).rejects.toThrow(
    'There is no pg_dump on the path. Install the client of PostgreSQL 18 or newer',
  );
});
