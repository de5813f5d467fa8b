import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDoorbell } from '@onceover/event-bus';
import type { RunningService } from '@onceover/graphql-kit/subgraph';
import { claimKeysDirectory } from '@onceover/postgres-kit/claim-keys-directory';
import type { Caller } from '@onceover/schema/caller';
import { type LogName, logNames } from '@onceover/schema/events/logs';
import { findSecretsByShortKey } from '@onceover/schema/internal/find-secrets';
import { notificationsHealth } from '@onceover/schema/internal/service-health';
import { type AskInternal, answering, createInternalCalls } from '@onceover/service-kit/internal-call';
import { createTestDatabase, type DatabaseAddress } from '@onceover/testing/database';
import type pg from 'pg';
import type { AuditPlace } from '../cli.ts';
import type { AuditConfig } from '../config.ts';
import { startAudit } from '../service.ts';
import {
  type AppendTo,
  appendingTo,
  coveringOf,
  historyIn,
  migrateWithNeighbours,
  neighbourHistories,
} from './neighbour-logs.ts';

/** The service on a database and keys of its own, with fakes of those whom it asks. */
export interface TestAudit extends AsyncDisposable {
  readonly service: RunningService<Caller>;
  readonly ask: AskInternal;
  readonly append: AppendTo;
  /** Secrets by their short key, as the secrets service knows them. */
  readonly shortkeys: Map<string, readonly string[]>;
  readonly config: AuditConfig;
  readonly database: DatabaseAddress;
  /** As the owner of the tables: for looking and for ageing rows. */
  readonly owner: pg.Pool;
  rows<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  drain(): Promise<void>;
  /** Has the logs covered by their owners, and the trail told of it. */
  cover(...logs: LogName[]): Promise<void>;
  /** Where an operator's commands work. */
  open(): Promise<AuditPlace>;
}

export async function startTestAudit(): Promise<TestAudit> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await createTestDatabase({ template: 'audit', migrate: migrateWithNeighbours }));
  const keysDir = stack.adopt(mkdtempSync(join(tmpdir(), 'onceover-keys-')), (path) =>
    rmSync(path, { recursive: true, force: true }),
  );
  await claimKeysDirectory(database.address, { keysDir });
  const owner = database.pool();
  const doorbell = createDoorbell();
  const shortkeys = new Map<string, readonly string[]>();
  const config = { keysDir, auditDir: undefined };
  const calls = createInternalCalls();
  calls.register([...neighboursWith(shortkeys), ...neighbourHistories(owner)]);
  const service = stack.use(await startAudit(config, { database: database.address, ask: calls.ask, doorbell }));
  calls.register(service.internal ?? []);
  const disposing = stack.move();
  return {
    service,
    ask: calls.ask,
    append: appendingTo(owner, doorbell.ring),
    shortkeys,
    config,
    database: database.address,
    owner,
    rows: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await owner.query<Row>(text, values)).rows,
    drain: () => service.drain(),
    async cover(...logs) {
      for (const log of logs.length === 0 ? logNames : logs) await coveringOf(owner, log, doorbell.ring).cover();
      await service.drain();
    },
    open: async () => ({ config, database: database.address, historyOf: async (log) => historyIn(owner, log) }),
    [Symbol.asyncDispose]: () => disposing.disposeAsync(),
  };
}

/** Secrets knows short keys, notifications has one email waiting; accounts and the gateway do not answer. */
function neighboursWith(shortkeys: ReadonlyMap<string, readonly string[]>) {
  const connections = { open: 1, idle: 1, waiting: 0, most: 10 };
  const mailQueue = { waiting: 1, oldest: '2026-11-22T10:00:00.000Z' };
  return [
    answering(findSecretsByShortKey, async ({ shortkey }) => ({ secretIds: [...(shortkeys.get(shortkey) ?? [])] })),
    answering(notificationsHealth, async () => ({
      consumers: [],
      deadLetters: [],
      connections,
      settings: [],
      mailQueue,
    })),
  ];
}
