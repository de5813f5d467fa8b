import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createPostgresEventStore, knexOn } from '@onceover/event-store';
import { sealingKey } from '@onceover/schema/internal/deliveries';
import { newId } from '@onceover/service-kit/ids';
import { answering, createInternalCalls } from '@onceover/service-kit/internal-call';
import { ownOrigin } from '@onceover/service-kit/origin';
import { createTestDatabase } from '@onceover/testing/database';
import { type Mailbox, startMailbox } from '@onceover/testing/mailbox';
import type pg from 'pg';
import { openWrappingKeyFiles } from '../adapters/keys/key-files.ts';
import { createSealingKeys } from '../adapters/keys/sealing-keys.ts';
import { openWebhookCipher } from '../adapters/keys/webhook-cipher.ts';
import { createPostgresWebhooks } from '../adapters/postgres/webhook-table.ts';
import { sealingKeyOf } from '../internal.ts';
import type { MailMoment, WebhookMoment } from '../use-cases/mail/ports.ts';
import { newWebhookKeyPair, newWebhookSecret } from '../use-cases/webhook/signature.ts';
import type { MailProcessOptions } from './mail-process.ts';
import { createMailRequests, type MailRequests } from './mail-requests.ts';
import { migrateWithOwners } from './owner-logs.ts';
import { ageMails, ageWebhooks, ownKeys, testConfig } from './test-notifications.ts';

const script = fileURLToPath(new URL('./mail-process.ts', import.meta.url));

/** A process that runs the service. */
export interface MailProcess {
  /** How it ended: a signal's name or an exit code. */
  readonly ended: Promise<string>;
  /** Everything it has written so far. */
  output(): string;
  /** Hands a bounce report in. */
  hear(report: string): void;
  stop(): Promise<string>;
}

/** Database, keys and mail server that outlive the processes that use them. */
export interface CrashBench extends AsyncDisposable {
  readonly owner: pg.Pool;
  readonly mailbox: Mailbox;
  readonly requests: MailRequests;
  /** A webhook of an account at an address, with its secret. */
  receive(accountRef: string, url: string): Promise<{ readonly webhookId: string; readonly secret: string }>;
  start(dieAt?: MailMoment | WebhookMoment): Promise<MailProcess>;
  /** As if the lease of whoever died were over. */
  forgetLeases(): Promise<void>;
}

export async function startCrashBench(): Promise<CrashBench> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await createTestDatabase({ template: 'notifications', migrate: migrateWithOwners }));
  const keysDir = await ownKeys(database.address, stack);
  const mailbox = stack.use(await startMailbox());
  const owner = database.pool();
  const keys = createSealingKeys({ pool: owner, knex: knexOn(owner) }, await openWrappingKeyFiles(keysDir));
  const calls = createInternalCalls();
  calls.register([answering(sealingKey, () => sealingKeyOf(keys))]);
  const config = testConfig({ keysDir, smtpUrl: mailbox.url, webhookAllowedHosts: 'http://127.0.0.1' });
  const events = createPostgresEventStore({ pool: owner, schema: 'notifications', service: 'notifications' });
  const webhooks = createPostgresWebhooks({ pool: owner, events, desk: null }, await openWebhookCipher(keysDir));
  const processes = stack.adopt(
    [] as MailProcess[],
    async (all) => void (await Promise.all(all.map((one) => one.stop()))),
  );
  const disposing = stack.move();
  return {
    owner,
    mailbox,
    requests: createMailRequests(owner, calls.ask, () => undefined),
    async receive(accountRef, url) {
      const [webhookId, secret] = [newId(), newWebhookSecret()];
      const whose = { webhookId, partnerRef: accountRef, madeBy: accountRef, tenants: [accountRef], limit: 10 };
      const webhook = { ...whose, ...newWebhookKeyPair(), url, description: '', types: null, secret };
      const meta = { correlationId: 'req-test', actor: { kind: 'system' }, ...ownOrigin('system') } as const;
      await webhooks.add(webhook, { meta, operatorRef: null });
      return { webhookId, secret };
    },
    async start(dieAt) {
      const started = await startProcess({ database: database.address, config, dieAt });
      processes.push(started);
      return started;
    },
    async forgetLeases() {
      await ageMails(owner, 60);
      await ageWebhooks(owner, 60);
    },
    [Symbol.asyncDispose]: () => disposing.disposeAsync(),
  };
}

async function startProcess(options: MailProcessOptions): Promise<MailProcess> {
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ONCEOVER_LOG_LEVEL: 'trace' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  const ended = once(child, 'exit').then(([code, signal]) => String(signal ?? code));
  const ready = new Promise<void>((resolve) => {
    child.stdout?.on('data', () => output.includes('ready\n') && resolve());
  });
  const failure = await Promise.race([ready, ended]);
  if (failure !== undefined) throw new Error(`the process ended before it was ready: ${output}`);
  return {
    ended,
    output: () => output,
    hear: (report) => void child.send(Buffer.from(report).toString('base64')),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      return ended;
    },
  };
}
