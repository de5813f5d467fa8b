import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDoorbell, createJobWorker, type Doorbell, type JobWorker } from '@onceover/event-bus';
import { ringBells } from '@onceover/schema/events/bells';
import { type Bells, createBells } from '@onceover/service-kit/bells';
import { loadConfig } from '@onceover/service-kit/config';
import { createLogger } from '@onceover/service-kit/logging';
import { openFoundation } from '@onceover/service-shell/foundation';
import { createTestDatabase, type DatabaseAddress } from '@onceover/testing/database';
import { type FakeClock, fakeClock } from '@onceover/testing/fake-clock';
import type pg from 'pg';
import { type AccountsAdapters, openAdapters, serviceOf } from '../adapters.ts';
import { type AccountsConfig, accountsConfig } from '../config.ts';
import { jobsOf } from '../messaging/jobs.ts';
import { migrateAccounts } from '../service.ts';
import type { Failpoint } from '../use-cases/account/account-ports.ts';
import { type UseCases, useCasesOf } from '../use-cases/use-cases.ts';
import { createFakeNeighbours, type FakeNeighbours } from './fake-neighbours.ts';

/** The use cases on a database and keys of their own; the other services are faked, time stands still. */
export interface TestAccounts extends AsyncDisposable {
  readonly parts: AccountsAdapters;
  /** Rung by what the account's commands commit. */
  readonly bells: Bells;
  readonly config: AccountsConfig;
  readonly database: DatabaseAddress;
  readonly useCases: UseCases;
  readonly clock: FakeClock;
  readonly neighbours: FakeNeighbours;
  /** What stops at `failpoint`, replaced at will. */
  failpoint: Failpoint;
  /** Resolves when the jobs that are due are done. */
  drain(): Promise<void>;
  /** Rows of one SQL text, as the owner of the tables. */
  rows<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Types of the events of an account, in order; those of its security stream after those of its own. */
  eventTypes(accountRef: string): Promise<string[]>;
}

export async function startTestAccounts(change: Partial<AccountsConfig> = {}): Promise<TestAccounts> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await createTestDatabase({ template: 'accounts', migrate: migrateAccounts }));
  const keysDir = stack.adopt(mkdtempSync(join(tmpdir(), 'onceover-keys-')), (path) =>
    rmSync(path, { recursive: true, force: true }),
  );
  const config = { ...loadConfig({ accounts: accountsConfig }, {}).accounts, keysDir, ...change };
  const clock = fakeClock(new Date());
  const neighbours = createFakeNeighbours(clock);
  let stop: Failpoint = () => undefined;
  const deps = {
    database: database.address,
    ask: neighbours.ask,
    doorbell: createDoorbell(),
    clock,
    failpoint: ((name) => stop(name)) satisfies Failpoint,
  };
  const parts = await openAdapters(config, deps, await openFoundation(serviceOf(config), deps, stack));
  const bells = bellsOf(deps.doorbell, stack);
  const owner = database.pool();
  const rows = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await owner.query<Row>(text, values)).rows;
  const worker = stack.use(await startWorker(parts));
  const disposing = stack.move();
  return {
    parts,
    bells,
    config,
    database: database.address,
    useCases: useCasesOf(parts.services),
    clock,
    neighbours,
    get failpoint() {
      return stop;
    },
    set failpoint(next) {
      stop = next;
    },
    drain: () => worker.drain(),
    rows,
    eventTypes: async (accountRef) => {
      const sql = 'select type from accounts.events where tenant_ref = $1 order by category, xid, pos';
      return (await rows<{ type: string }>(sql, [accountRef])).map(({ type }) => type);
    },
    [Symbol.asyncDispose]: () => disposing.disposeAsync(),
  };
}

function bellsOf(doorbell: Doorbell, stack: AsyncDisposableStack): Bells {
  const bells = createBells();
  stack.use(ringBells(doorbell, bells));
  return bells;
}

function startWorker({ pool, jobsSchema, services }: AccountsAdapters): Promise<JobWorker> {
  const tasks = Object.fromEntries(
    Object.entries(jobsOf(services).tasks).map(([name, task]) => [name, { ...task, retryMs: () => 20 }]),
  );
  return createJobWorker({ pool, schema: jobsSchema, tasks, log: createLogger('accounts.jobs') });
}
