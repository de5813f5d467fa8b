import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ServiceName } from '@onceover/schema/internal/catalog';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiAnswer, ApiClient, linksOf } from '../../support/api-client.ts';
import { freshDatabase } from '../../support/fresh-database.ts';
import { type SplitProcess, type SplitSystem, spawnSplit } from '../../support/spawn-split.ts';

const two = { accounts: 2, secrets: 2, notifications: 2, audit: 2, gateway: 2 };
const VISITORS = 8;
type Send = (client: ApiClient, headers: Readonly<Record<string, string>>) => Promise<ApiAnswer>;

/** Visitors who conceal, look and reveal all the time, each with a key that makes asking again safe. */
class Traffic {
  readonly #clients: readonly ApiClient[];
  /** Whether one who fails asks the other gateway. */
  readonly #asksTwice: boolean;
  readonly problems: string[] = [];
  cycles = 0;

  constructor(clients: readonly ApiClient[], { asksTwice }: { readonly asksTwice: boolean }) {
    this.#clients = clients;
    this.#asksTwice = asksTwice;
  }

  async runWhile(work: () => Promise<void>): Promise<void> {
    let isOver = false;
    const visitors = Array.from({ length: VISITORS }, async (_, number) => {
      while (!isOver) {
        await this.#cycle(number).catch((error: Error) => this.problems.push(error.message));
        this.cycles += 1;
      }
    });
    await work();
    isOver = true;
    await Promise.all(visitors);
  }

  async #cycle(visitor: number): Promise<void> {
    const secret = `rolling ${crypto.randomUUID()}`;
    const concealed = await this.#send(visitor, (client, headers) => {
      return client.post('/api/v2/secret/conceal', { secret }, headers);
    });
    const { secretKey } = linksOf(concealed);
    const looked = await this.#send(visitor, (client) => client.look(secretKey));
    const revealed = await this.#send(visitor, (client, headers) => client.reveal(secretKey, {}, headers));
    if (looked.status !== 200) this.problems.push(`look answered ${looked.status} ${looked.body.code}`);
    if (revealed.body?.record?.secret_value !== secret) {
      this.problems.push(`reveal answered ${revealed.status} ${revealed.body.code}`);
    }
  }

  async #send(visitor: number, send: Send): Promise<ApiAnswer> {
    const at = (turn: number) => this.#clients[(visitor + turn) % this.#clients.length] ?? expect.fail();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await send(at(0), headers).catch((error: Error) => error);
    const hasFailed = first instanceof Error || first.status === 503;
    if (hasFailed && this.#asksTwice) return await send(at(1), headers);
    if (first instanceof Error) throw first;
    return first;
  }
}

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
