import { applyLogRetention, LOG_END } from '@onceover/event-store';
import { openAppPool } from '@onceover/postgres-kit/app-connection';
import { retentionOf } from '@onceover/schema/events/retention';
import { newId } from '@onceover/service-kit/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeNeighbourLogs } from './test-support/neighbour-logs.ts';
import { aConcealCommand, anEndCommand, withEverything } from './test-support/secret-commands.ts';
import { startTestSecrets, type TestSecrets } from './test-support/test-secrets.ts';

const DAY_MS = 86_400_000;
/** More than a month, in which they began, and what ended streams are kept. */
const LONG_AFTER = 200;
const SECRETS = 10_000;
const AT_ONCE = 500;

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startTestSecrets();
  await makeNeighbourLogs(secrets.database);
});
afterAll(() => secrets[Symbol.asyncDispose]());

/** Ends one of ten owned and emailed with an `Idempotency-Key`, the others as most are. */
async function endedSecret(place: number): Promise<void> {
  const { writes } = secrets.parts.ports;
  const isOwned = place % 10 === 0;
  const plain = aConcealCommand(secrets, {}, isOwned ? { ownerRef: newId() } : {});
  const concealed = isOwned ? withEverything(plain) : plain;
  await writes.conceal(concealed);
  await writes.end(anEndCommand(concealed, { ending: place % 2 === 0 ? 'received' : 'burned' }));
}

async function removeAfter(days: number) {
  const connection = { role: 'onceover_retention', name: 'test retention', max: 1 };
  const pool = openAppPool(secrets.database, connection);
  try {
    const rules = { schema: 'secrets', service: 'secrets', ...retentionOf('secrets') };
    return await applyLogRetention({ pool, ...rules }, new Date(Date.now() + days * DAY_MS));
  } finally {
    await pool.end();
  }
}

/** As if everybody had read the whole log. */
async function allHaveRead(): Promise<void> {
  for (const { schema, consumer } of retentionOf('secrets').listeners) {
    await secrets.rows(
      `insert into ${schema}.checkpoints (consumer, source, shard, position, owner, epoch, leased_until)
       values ($1, 'secrets', 0, $2, 'test', 1, '-infinity')`,
      [`${consumer}@1`, LOG_END],
    );
  }
}

/** Tables of the service that have rows, without those that describe the service itself. */
async function tablesWithRows(): Promise<readonly string[]> {
  const tables = await secrets.rows<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'secrets'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all (array['migrations', 'migrations_lock', 'sql_objects', 'schema_release', 'log_meta', 'epoch', 'keycheck', 'tally'])`,
  );
  const filled: string[] = [];
  for (const { name } of tables) {
    const rows = await secrets.rows(`select from secrets.${name} limit 1`);
    if (rows.length > 0) filled.push(name);
  }
  return filled.sort();
}

test('ten thousand ended secrets leave no row behind once their time is over', { timeout: 120_000 }, async () => {
  for (let place = 0; place < SECRETS; place += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => endedSecret(place + index)));
  }
  await secrets.rows(`update secrets.secret set until = clock_timestamp()`);
  await secrets.parts.purge();
  expect(await tablesWithRows()).toEqual(['commands', 'events']);
  expect((await removeAfter(31)).commands).toBe(SECRETS / 10);
  await removeAfter(LONG_AFTER);
  expect(await tablesWithRows(), 'nobody has read them').toEqual(['events']);
  await allHaveRead();
  await removeAfter(100);
  expect(await tablesWithRows(), 'they ended too lately').toEqual(['events']);
  await removeAfter(LONG_AFTER);
  expect(await tablesWithRows()).toEqual([]);
});
