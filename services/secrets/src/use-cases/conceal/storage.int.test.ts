import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous } from '../../test-support/anonymous.ts';
import { alone, openParts, startTestSecrets, type TestSecrets } from '../../test-support/test-secrets.ts';
import { aReveal, aShare } from '../../test-support/wishes.ts';
import { useCasesOf } from '../use-cases.ts';

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startTestSecrets({ rateLimits: true });
});
afterAll(() => secrets[Symbol.asyncDispose]());

const QUOTA = 50_000_000;
/** 40 KB each. */
const LARGE = '😀'.repeat(10_000);
const conceal = (useCases = secrets.useCases, caller = anonymous()) =>
  useCases.concealSecret(aShare({ secret: LARGE }), caller);
const refused = { code: 'secret.storage-quota-reached' };
const CHECK_AGAIN_MS = 2100;

/** As many as may come in a second, until a whole round is refused. */
async function flood(): Promise<string[]> {
  const keys: string[] = [];
  for (let round = 0; round < 5; round += 1) {
    const outcomes = await Promise.allSettled(Array.from({ length: 400 }, () => conceal()));
    keys.push(...outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.secretKey] : [])));
    await sleep(1000);
  }
  return keys;
}

test('one network fills its share of the disk and no more, on every process and after a restart, until its secrets end', async () => {
  const keys = await flood();
  const [there] = await secrets.rows<{ bytes: string }>(
    'select sum(octet_length(ct)) as bytes from secrets.secret_content',
  );
  expect(Number(there?.bytes)).toBeLessThanOrEqual(QUOTA);
  expect(Number(there?.bytes)).toBeGreaterThan(QUOTA * 0.9);
  await expect(conceal()).rejects.toMatchObject(refused);
  expect((await conceal(secrets.useCases, anonymous('203.0.113.0/24'))).secretKey).toMatch(/^[0-9a-z]{31}$/);

  await secrets.parts.liveBytes.refresh();
  await using stack = new AsyncDisposableStack();
  const parts = await openParts(secrets.config, { ...alone(), database: secrets.database }, stack);
  const other = useCasesOf(parts.ports);
  await expect(conceal(other)).rejects.toMatchObject(refused);

  for (const key of keys.slice(0, 60)) await secrets.useCases.revealSecret(aReveal(key), anonymous());
  await sleep(CHECK_AGAIN_MS);
  expect((await conceal()).secretKey).toMatch(/^[0-9a-z]{31}$/);
  expect((await conceal(other)).secretKey).toMatch(/^[0-9a-z]{31}$/);
});

test('what is counted names neither a network nor a secret, and goes when its hour is over', async () => {
  await secrets.parts.liveBytes.refresh();
  const columns = await secrets.rows<{ column_name: string }>(
    `select column_name from information_schema.columns where table_schema = 'secrets' and table_name = 'live_bytes' order by 1`,
  );
  expect(columns.map(({ column_name }) => column_name)).toEqual(['bytes', 'expires_by', 'holder']);
  const rows = await secrets.rows<{ holder: Buffer }>('select holder from secrets.live_bytes');
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.every(({ holder }) => holder.length === 16)).toBe(true);
  await secrets.rows(`update secrets.live_bytes set expires_by = expires_by - interval '30 days'`);
  await secrets.parts.purge();
  expect(await secrets.rows('select from secrets.live_bytes')).toEqual([]);
});

test('while the disk is nearly full nothing is stored, and what is there opens', async () => {
  const { secretKey } = await secrets.useCases.concealSecret(aShare(), anonymous('198.51.100.0/24'));
  const count = () => secrets.rows('select count(*) from secrets.secret');
  const before = await count();
  await using stack = new AsyncDisposableStack();
  const config = { ...secrets.config, minFreeMegabytes: 1_000_000 };
  const deps = { ...alone(), database: secrets.database, databaseDir: '/' };
  const { ports } = await openParts(config, deps, stack);
  const full = useCasesOf(ports);
  await expect(full.concealSecret(aShare(), anonymous('198.51.100.0/24'))).rejects.toMatchObject({
    dependency: 'disk',
  });
  expect(await count()).toEqual(before);
  expect((await full.revealSecret(aReveal(secretKey), anonymous())).value).toBe('tea at 5?');
});
