import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startPostgresServer } from '@onceover/postgres-server';
import pg from 'pg';
import type { StoredSecret } from './recipes.ts';

export interface StolenCluster {
  /** A base backup: a cluster with its label. */
  readonly base: string;
  /** All segments of the write-ahead log since. */
  readonly archive: string;
  /** As PostgreSQL reads times. */
  readonly moments: readonly string[];
  /** A directory for what is restored. */
  readonly room: string;
}

/**
 * All that stood in the tables at each of these moments: the base backup is put back once for each, and rolled forward to it. Rows that
 * are there several times are given several times.
 */
export async function rowsOfThePast(stolen: StolenCluster): Promise<StoredSecret[]> {
  const rows: StoredSecret[] = [];
  for (const [at, moment] of stolen.moments.entries()) {
    const place = path.join(stolen.room, `moment-${at}`);
    putBack(stolen.base, place);
    rows.push(...(await rowsAt(place, stolen.archive, moment)));
    rmSync(place, { recursive: true });
  }
  return rows;
}

/** A time, or the end of what was archived. */
function targetOf(moment: string): Readonly<Record<string, string>> {
  return moment === 'end' ? {} : { recovery_target_time: moment, recovery_target_action: 'promote' };
}

function putBack(base: string, place: string): void {
  mkdirSync(place, { mode: 0o755 });
  const cluster = path.join(place, 'cluster');
  execFileSync('cp', ['-a', base, cluster]);
  const { uid, gid } = statSync(cluster);
  const signal = path.join(cluster, 'recovery.signal');
  writeFileSync(signal, '');
  chownSync(signal, uid, gid);
}

async function rowsAt(dataDir: string, archive: string, moment: string): Promise<StoredSecret[]> {
  const settings = { fsync: 'off', restore_command: `cp ${archive}/%f %p`, archive_mode: 'off', ...targetOf(moment) };
  await using server = await startPostgresServer({ dataDir, settings });
  const client = new pg.Client({ ...server.address, user: 'postgres' });
  await client.connect();
  try {
    while ((await client.query('select pg_is_in_recovery() as is')).rows[0]?.is) await pause();
    const { rows } = await client.query<{ row: StoredSecret }>(STORED);
    return rows.map(({ row }) => row);
  } finally {
    await client.end();
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

const base64 = (column: string) => `translate(encode(${column}, 'base64'), E'\\n', '')`;
const milliseconds = (column: string) => `round(extract(epoch from ${column}) * 1000)`;
const STORED = `
  select jsonb_build_object(
    'lookup', ${base64('s.lookup')}, 'mlookup', ${base64('s.mlookup')}, 'kind', s.kind, 'ownerRef', s.owner_ref,
    'shareDomainId', s.share_domain_id, 'flags', s.flags, 'kdf', s.kdf, 'created', ${milliseconds('s.created')},
    'expires', ${milliseconds('s.expires')}, 'epoch', abs(s.e), 'wshard', ${base64('s.wshard')},
    'linkbox', ${base64('s.linkbox')}, 'content', ${base64('c.ct')},
    'redeliveries', (select coalesce(jsonb_agg(jsonb_build_object('epoch', r.e, 'rblob', ${base64('r.rblob')})), '[]')
      from secrets.redelivery r where r.lookup = s.lookup),
    'replays', (select coalesce(jsonb_agg(jsonb_build_object('epoch', p.e, 'sealed', ${base64('p.sealed')})), '[]')
      from secrets.create_replay p where p.lookup = s.lookup)) as row
  from secrets.secret s left join secrets.secret_content c using (lookup)`;
