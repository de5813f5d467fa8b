import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDoorbell, jobQueueIn } from '@onceover/event-bus';
import { knexOn } from '@onceover/event-store';
import type { RunningService } from '@onceover/graphql-kit/subgraph';
import { claimKeysDirectory } from '@onceover/postgres-kit/claim-keys-directory';
import type { Caller } from '@onceover/schema/caller';
import { ringBells } from '@onceover/schema/events/bells';
import { type Bells, createBells } from '@onceover/service-kit/bells';
import type { AskInternal } from '@onceover/service-kit/internal-call';
import { createInternalCalls } from '@onceover/service-kit/internal-call';
import { createTestDatabase, type DatabaseAddress } from '@onceover/testing/database';
import { type Mailbox, startMailbox } from '@onceover/testing/mailbox';
import type pg from 'pg';
import { createPostgresDueDeliveries } from '../adapters/postgres/due-deliveries.ts';
import { createPostgresMails } from '../adapters/postgres/mail-table.ts';
import type { NotificationsDependencies } from '../adapters.ts';
import type { NotificationsConfig } from '../config.ts';
import { startNotifications } from '../service.ts';
import { createFakeOwners, type FakeOwners } from './fake-owners.ts';
import { createMailRequests, type MailRequests } from './mail-requests.ts';
import { migrateWithOwners } from './owner-logs.ts';

export function testConfig(change: Partial<NotificationsConfig>): NotificationsConfig {
  return {
    keysDir: '',
    keysHost: undefined,
    kek: undefined,
    incomingRecipient: undefined,
    smtpUrl: undefined,
    mailFrom: 'Onceover <no-reply@onceover.test>',
    mailDir: undefined,
    webhookProxy: undefined,
    webhookAllowedHosts: '',
    webhookOwnNetworks: '',
    ...change,
  };
}

/** The service on a database, keys and a mail server of its own, with fakes of those who ask for emails. */
export interface TestNotifications extends AsyncDisposable {
  readonly service: RunningService<Caller>;
  readonly ask: AskInternal;
  /** Those of the process, which live streams listen to. */
  readonly bells: Bells;
  readonly requests: MailRequests;
  readonly owners: FakeOwners;
  readonly mailbox: Mailbox;
  readonly config: NotificationsConfig;
  readonly database: DatabaseAddress;
  /** As the owner of the tables: for looking and for ageing rows. */
  readonly owner: pg.Pool;
  rows<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  mail(deliveryId: string): Promise<MailRow>;
  /** Waits for the consumer, and for every email that is due. */
  drain(): Promise<void>;
  /** Lets so much time pass for every email, then has those that are overdue put back to work. */
  pass(seconds: number): Promise<void>;
}

export interface MailRow {
  readonly state: string;
  readonly attempts: number;
  readonly reason_code: string | null;
  /** Type of the event of its ending; null while there is none. */
  readonly ending: string | null;
  readonly has_envelope: boolean;
}

export async function startTestNotifications(
  change: Partial<NotificationsConfig> = {},
  instead: Pick<NotificationsDependencies, 'webhookSender' | 'failpoint'> = {},
): Promise<TestNotifications> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await createTestDatabase({ template: 'notifications', migrate: migrateWithOwners }));
  const keysDir = await ownKeys(database.address, stack);
  const mailbox = stack.use(await startMailbox());
  const owner = database.pool();
  const owners = createFakeOwners(owner);
  const doorbell = createDoorbell();
  const bells = createBells();
  stack.use(ringBells(doorbell, bells));
  const config = testConfig({ keysDir, smtpUrl: mailbox.url, ...change });
  const siteOrigin = () => 'https://onceover.test';
  const deps = { database: database.address, ask: owners.ask, doorbell, siteOrigin, ...instead };
  const service = stack.use(await startNotifications(config, deps));
  const calls = createInternalCalls();
  calls.register(service.internal ?? []);
  const rows = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await owner.query<Row>(text, values)).rows;
  const mails = mailsOf(owner);
  const disposing = stack.move();
  return {
    service,
    ask: calls.ask,
    bells,
    requests: createMailRequests(owner, calls.ask, doorbell.ring),
    owners,
    mailbox,
    config,
    database: database.address,
    owner,
    rows,
    mail: (deliveryId) => mailOf(owner, deliveryId),
    drain: () => service.drain(),
    async pass(seconds) {
      await ageMails(owner, seconds);
      await mails.requeueOverdue();
      await service.drain();
    },
    [Symbol.asyncDispose]: () => disposing.disposeAsync(),
  };
}

/** A keys directory for a database, until `stack` is disposed. */
export async function ownKeys(address: DatabaseAddress, stack: AsyncDisposableStack): Promise<string> {
  const keysDir = stack.adopt(mkdtempSync(join(tmpdir(), 'onceover-keys-')), (path) =>
    rmSync(path, { recursive: true, force: true }),
  );
  await claimKeysDirectory(address, { keysDir });
  return keysDir;
}

function mailsOf(pool: pg.Pool) {
  return createPostgresMails({ pool, knex: knexOn(pool), jobsIn: (tx) => jobQueueIn(tx, 'notifications_jobs') });
}

export async function ageMails(owner: pg.Pool, seconds: number): Promise<void> {
  await owner.query(
    `update notifications.mail set next_try = next_try - make_interval(secs => $1),
       overdue_at = overdue_at - make_interval(secs => $1)`,
    [seconds],
  );
}

/** Lets so much time pass for all that is to be sent to webhooks. */
export async function ageWebhooks(owner: pg.Pool, seconds: number): Promise<void> {
  await owner.query(
    `update notifications.webhook_delivery set next_try = next_try - make_interval(secs => $1),
       overdue_at = overdue_at - make_interval(secs => $1)`,
    [seconds],
  );
}

/** As the chore of every process does. */
export async function freeOverdueWebhooks(owner: pg.Pool): Promise<void> {
  const nothingToOpen = {
    open: () => {
      throw new Error('freeing opens nothing');
    },
  };
  await createPostgresDueDeliveries({ pool: owner }, nothingToOpen, { warn: () => undefined }).freeOverdue();
}

export async function mailOf(owner: pg.Pool, deliveryId: string): Promise<MailRow> {
  const { rows } = await owner.query<MailRow>(
    `select m.state, m.attempts, m.reason_code,
       (select e.type from notifications.events e where e.stream_id = m.delivery_id and e.version = 1) as ending,
       exists (select from fake_owner.envelope v where v.delivery_id = m.delivery_id) as has_envelope
     from notifications.mail m where m.delivery_id = $1`,
    [deliveryId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('nobody asked for this mail');
  return row;
}
