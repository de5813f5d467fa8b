import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ServiceName } from '@onceover/schema/internal/catalog';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import { freshDatabase } from '../../support/fresh-database.ts';
import { type SplitProcess, type SplitSystem, spawnSplit } from '../../support/spawn-split.ts';
import { Traffic, VISITORS } from '../../support/traffic.ts';

const two = { accounts: 2, secrets: 2, notifications: 2, audit: 2, gateway: 2 };
async function roll(processes: readonly SplitProcess[]): Promise<void> {
  for (const process of processes) {
    expect([process.name, await process.end('SIGTERM')]).toEqual([process.name, 0]);
    await process.restart();
  }
}

let stack: AsyncDisposableStack;
let split: SplitSystem;
let clients: readonly ApiClient[];

beforeAll(async () => {
  stack = new AsyncDisposableStack();
  const database = stack.use(await freshDatabase());
  split = stack.use(await spawnSplit({ database: database.address, counts: two }));
  clients = split.urls.map((url) => stack.use(new ApiClient(url)));
});
afterAll(() => stack.disposeAsync());

/** Restarts the processes of one service after the other, under load. */
async function rollUnnoticed(...names: readonly ServiceName[]): Promise<void> {
  for (const name of names) {
    const traffic = new Traffic(clients, { asksTwice: name === 'gateway' });
    await traffic.runWhile(() => roll(split.of(name)));
    expect([name, traffic.problems]).toEqual([name, []]);
    expect(traffic.cycles).toBeGreaterThan(VISITORS);
  }
}

test('while every service is restarted, one process after the other, no visitor notices; of a gateway one who asks again', async () => {
  await rollUnnoticed('secrets', 'accounts', 'notifications', 'audit', 'gateway');
});

test('while the key that two services share is replaced, as the README says, no visitor notices', async () => {
  const file = (which: string) => path.join(split.keysDir, 'calls', `gateway-secrets.${which}key`);
  const old = readFileSync(file(''));
  writeFileSync(file('next.'), randomBytes(32), { mode: 0o400 });
  await rollUnnoticed('gateway', 'secrets');
  renameSync(file(''), file('previous.'));
  renameSync(file('next.'), file(''));
  await rollUnnoticed('gateway', 'secrets');
  rmSync(file('previous.'));
  await rollUnnoticed('secrets', 'gateway');
  expect(readFileSync(file(''))).not.toEqual(old);
});
