import type { PostgresAddress } from '@onceover/postgres-server';
import pg from 'pg';
import { ApiClient, type ConcealedLinks } from '../../support/api-client.ts';
import type { DatabaseActivity } from '../database-activity.ts';
import type { OwnSystem } from '../systems.ts';

/** What secrets of one size leave in PostgreSQL, in bytes for each. */
export interface StoredBytes {
  readonly characters: number;
  /** Heap and indexes of the row that stays until its creator may no longer look. */
  readonly row: number;
  /** Content with its indexes, until the secret ends. */
  readonly content: number;
  /** The events of a conceal, with their indexes. */
  readonly created: number;
  /** The event of an ending. */
  readonly ended: number;
  /** Write-ahead log without images of pages. */
  readonly walOfConceal: number;
  readonly walOfReveal: number;
}

const AT_ONCE = 32;
const SECRETS = 4_000;

interface Sizes {
  readonly row: number;
  readonly content: number;
  readonly events: number;
}

/** Conceals and reveals so many secrets of a size, and reads how tables, indexes and the write-ahead log have grown. */
export async function storedBytes(
  own: OwnSystem,
  activity: DatabaseActivity,
  characters: number,
): Promise<StoredBytes> {
  using client = new ApiClient(`http://127.0.0.1:${own.port}`, { connections: AT_ONCE });
  const text = 'x'.repeat(characters);
  const before = await sizesOf(own.database);
  const [walOfConceal, links] = await walOf(activity, () => atOnce(SECRETS, () => client.conceal(text)));
  const concealed = await sizesOf(own.database);
  const [walOfReveal] = await walOf(activity, () =>
    atOnce(links.length, (index) => client.reveal((links[index] as ConcealedLinks).secretKey)),
  );
  const revealed = await sizesOf(own.database);
  const each = (later: Sizes, sooner: Sizes, what: keyof Sizes) => (later[what] - sooner[what]) / SECRETS;
  return {
    characters,
    row: each(concealed, before, 'row'),
    content: each(concealed, before, 'content'),
    created: each(concealed, before, 'events'),
    ended: each(revealed, concealed, 'events'),
    walOfConceal: walOfConceal / SECRETS,
    walOfReveal: walOfReveal / SECRETS,
  };
}

async function walOf<R>(activity: DatabaseActivity, work: () => Promise<R>): Promise<readonly [number, R]> {
  const from = await activity.walPosition();
  const result = await work();
  const { bytes, imageBytes } = await activity.walContent(from, await activity.walPosition());
  return [bytes - imageBytes, result];
}

async function sizesOf(database: PostgresAddress): Promise<Sizes> {
  const client = new pg.Client({ ...database, user: 'postgres' });
  await client.connect();
  try {
    const { rows } = await client.query<Sizes>(
      `select pg_total_relation_size('secrets.secret')::float8 as row,
              pg_total_relation_size('secrets.secret_content')::float8 as content,
              (select sum(pg_total_relation_size(relid))::float8 from pg_partition_tree('secrets.events')) as events`,
    );
    return rows[0] as Sizes;
  } finally {
    await client.end();
  }
}

/** Calls `work` so often, some at once, and returns what came of it. */
export async function atOnce<R>(times: number, work: (index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let index = next++; index < times; index = next++) results[index] = await work(index);
    }),
  );
  return results;
}
