import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { processMain } from '@onceover/distributed/programs';
import { logNames } from '@onceover/schema/events/logs';
import type { ServiceName } from '@onceover/schema/internal/catalog';
import type { TestDatabase } from '@onceover/testing/database';
import { eventually } from '@onceover/testing/eventually';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import { concealAs } from '../../support/customer-secrets.ts';
import { freshDatabase } from '../../support/fresh-database.ts';
import { People, type Person } from '../../support/people.ts';
import { type SplitProcess, type SplitSystem, spawnSplit } from '../../support/spawn-split.ts';
import { temporaryPlace } from '../../support/temporary-place.ts';
import { Traffic, VISITORS } from '../../support/traffic.ts';
import { makeLaterVersion, makeNextVersion } from './next-version.ts';
import { graph } from './views.ts';

/*
 * Two of each process, replaced one after the other by the next version: a copy of the sources in which everything is changed that a
 * release may change.
 */

const two = { accounts: 2, secrets: 2, notifications: 2, audit: 2, gateway: 2 };

let stack: AsyncDisposableStack;
let database: TestDatabase;
let split: SplitSystem;
let clients: readonly ApiClient[];
let customer: Person;
let copies: string;
let next: string;
let opened = 0;

beforeAll(async () => {
  stack = new AsyncDisposableStack();
  copies = stack.use(temporaryPlace()).path;
  database = stack.use(await freshDatabase());
  const [made, spawned] = await Promise.all([
    makeNextVersion(path.join(copies, 'next')),
    spawnSplit({ database: database.address, counts: two }),
  ]);
  next = made;
  split = stack.use(spawned);
  clients = split.urls.map((url) => stack.use(new ApiClient(url)));
  const place = {
    url: split.urls[0] ?? '',
    mailDir: split.mailDir,
    drain: async () => {},
    runAccounts: async () => {},
  };
  customer = await new People(place).customer();
});
afterAll(() => stack.disposeAsync());

async function replace(process: SplitProcess, program: string): Promise<void> {
  expect([process.name, await process.end('SIGTERM')]).toEqual([process.name, 0]);
  await process.restart(program);
}

/** While visitors come and go, and a customer shares, whom both gateways know. */
async function unnoticed(name: ServiceName, work: () => Promise<void>): Promise<void> {
  const traffic = new Traffic(clients, { asksTwice: name === 'gateway' });
  let isOver = false;
  const sharing = (async () => {
    while (!isOver && name !== 'gateway') await shareOnce();
  })().catch((error: Error) => traffic.problems.push(error.message));
  await traffic.runWhile(work);
  isOver = true;
  await sharing;
  if (traffic.problems.length > 0) expect.fail(`${name}: ${traffic.problems.join('\n')}`);
  expect(traffic.cycles).toBeGreaterThan(VISITORS);
}

/** With keys that make it safe to ask again: where a service goes away before it answers, the gateway does. */
async function shareOnce(): Promise<void> {
  const headers = () => ({ 'idempotency-key': crypto.randomUUID() });
  const { secretKey } = await concealAs(customer, `shared ${opened}`, {}, headers());
  const [client] = clients;
  const answer = await client?.reveal(secretKey, {}, headers());
  expect(answer?.body.record?.secret_value, JSON.stringify(answer?.body)).toBe(`shared ${opened}`);
  opened += 1;
}

const linesOf = async (query: string) =>
  (await database.pool().query<{ line: string }>(query)).rows.map(({ line }) => line);
const functions = () =>
  linesOf(`select proname || case when prosrc ~ 'of the next version' then ' of the next version' else '' end as line
    from pg_proc where pronamespace = 'secrets'::regnamespace and proname ~ '^(end|conceal)_secrets' order by 1`);

test('every process is replaced by the next version, one after the other, and one of the old version starts again in between: nobody notices', async () => {
  for (const name of ['accounts', 'secrets', 'notifications', 'audit', 'gateway'] as const) {
    const [first, second] = split.of(name);
    if (first === undefined || second === undefined) expect.fail();
    await unnoticed(name, async () => {
      await replace(first, next);
      if (name === 'secrets') await replace(second, processMain);
      await replace(second, next);
    });
  }
  expect(await functions()).toEqual(['conceal_secrets of the next version', 'end_secrets', 'end_secrets_2']);
  expect(opened).toBeGreaterThan(4);
});

test('no consumer is halted in the end, and each has heard of everything', async () => {
  await eventually(
    async () => {
      const reports = await Promise.all(logNames.map(statusOf));
      expect(reports.join('')).not.toMatch(/halted|dead letter/);
      const { usage, recentCounts } = (
        await graph(customer.browser, '{ viewer { usage { secretsCreated } recentCounts { received } } }')
      ).data.viewer;
      expect([usage.secretsCreated, recentCounts.received]).toEqual([opened, opened]);
    },
    { withinMs: 60_000, everyMs: 1000 },
  );
  const received = await linesOf(
    `select schema_ver::text as line from secrets.events where type = 'secret.received' and tenant_ref is not null`,
  );
  expect(new Set(received)).toEqual(new Set(['1', '2']));
});

/** `events status` of a service, as its process of the next version knows it. */
async function statusOf(name: ServiceName): Promise<string> {
  const [process] = split.of(name);
  const env = { PATH: globalThis.process.env.PATH, ...process?.settings };
  return (await promisify(execFile)(globalThis.process.execPath, [next, name, 'events', 'status'], { env })).stdout;
}

test('once a later version has taken away what nobody needs any more, the old version is refused in one sentence; the one in between is not', async () => {
  const [first, second] = split.of('secrets');
  if (first === undefined || second === undefined) expect.fail();
  await replace(first, makeLaterVersion(path.join(copies, 'later')));
  expect(await functions()).toEqual(['conceal_secrets', 'end_secrets_2']);
  await second.end('SIGTERM');
  await expect(second.restart(processMain)).rejects.toThrow(
    /secrets has ended with 1:\n+Onceover could not start\.\nThis database was brought up to date by version 1000\.2\.0 and needs 1000\.1\.0 or later, but this is version [\d.]+: start a newer one, or restore the backup that was made before the upgrade\.\n$/,
  );
  await second.restart(next);
  await shareOnce();
});
