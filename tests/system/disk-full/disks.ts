import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { connectionString } from '@onceover/postgres-server';
import { startOwnServer } from '@onceover/testing/database';
import pg from 'pg';
import type { SpawnOptions } from '../../support/spawn-system.ts';
import { temporaryPlace } from '../../support/temporary-place.ts';

/** Where the product runs, on a disk that can be filled while it does. */
export interface Disk extends AsyncDisposable {
  readonly options: SpawnOptions;
  fill(): Promise<void>;
  free(): Promise<void>;
}

/** A PostgreSQL that says what it says when its disk is full, for new tables and for new secrets; needs no rights. */
export async function pretendingDisk(): Promise<Disk> {
  await using stack = new AsyncDisposableStack();
  const place = stack.use(temporaryPlace());
  const server = stack.use(await startOwnServer());
  const admin = stack.adopt(new pg.Client({ ...server.superuser, database: server.address.database }), (client) =>
    client.end(),
  );
  await admin.connect();
  await admin.query(`
    create table public.disk (is_full boolean); grant select on public.disk to public;
    create function public.fail_if_full() returns void language plpgsql as $$ begin
      if exists (select from public.disk) then
        raise exception 'could not extend file "base/16384/2601": No space left on device' using errcode = 'disk_full';
      end if;
    end $$;
    create function public.on_ddl() returns event_trigger language plpgsql as $$ begin perform public.fail_if_full(); end $$;
    create event trigger disk on ddl_command_start when tag in ('CREATE TABLE AS') execute function public.on_ddl();
    create function public.on_row() returns trigger language plpgsql as $$ begin perform public.fail_if_full(); return new; end $$`);
  const owned = stack.move();
  return {
    options: { ...place, env: { ONCEOVER_DATABASE_URL: connectionString(server.address) } },
    async fill() {
      await admin.query(`create or replace trigger disk before insert on secrets.events
        for each row execute function public.on_row()`);
      await admin.query('insert into public.disk values (true)');
    },
    free: async () => void (await admin.query('delete from public.disk')),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const MEGABYTE = Buffer.alloc(1024 * 1024);

/** A small file system in memory, filled with a file; undefined where mounting is not allowed. */
export async function smallDisk(): Promise<Disk | undefined> {
  await using stack = new AsyncDisposableStack();
  const place = stack.use(temporaryPlace());
  mkdirSync(place.dataDir);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=320m', 'tmpfs', place.dataDir]);
  if (mounted.status !== 0) return undefined;
  stack.defer(() => void spawnSync('umount', ['--lazy', place.dataDir]));
  chmodSync(place.dataDir, 0o755);
  const ballast = path.join(place.dataDir, 'ballast');
  const owned = stack.move();
  return {
    // Without a floor the disk fills up for good.
    options: { ...place, env: { ONCEOVER_MIN_FREE_MEGABYTES: '0' } },
    fill: async () => fillUp(ballast),
    free: async () => rmSync(ballast),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function fillUp(file: string): void {
  const descriptor = openSync(file, 'w');
  try {
    for (;;) writeSync(descriptor, MEGABYTE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(descriptor);
  }
}
