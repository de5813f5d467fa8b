import { createDoorbell } from '@onceover/event-bus';
import { reportBounce } from '@onceover/schema/internal/report-bounce';
import { createInternalCalls } from '@onceover/service-kit/internal-call';
import type { DatabaseAddress } from '@onceover/testing/database';
import pg from 'pg';
import type { NotificationsConfig } from '../config.ts';
import { startNotifications } from '../service.ts';
import type { MailMoment, WebhookMoment } from '../use-cases/mail/ports.ts';
import { createFakeOwners } from './fake-owners.ts';

export interface MailProcessOptions {
  readonly database: DatabaseAddress;
  readonly config: NotificationsConfig;
  /** At which moment the process dies, as by `kill -9`. */
  readonly dieAt?: MailMoment | WebhookMoment | undefined;
}

/**
 * The service in a process of its own, for tests that kill it. Takes bounce reports as messages, base64. Stops cleanly
 * on SIGTERM.
 */
const options: MailProcessOptions = JSON.parse(process.argv[2] ?? '');
const pool = new pg.Pool(options.database);
const service = await startNotifications(options.config, {
  database: options.database,
  ask: createFakeOwners(pool).ask,
  doorbell: createDoorbell(),
  siteOrigin: () => 'https://onceover.test',
  failpoint: async (moment) => {
    if (moment !== options.dieAt) return;
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => undefined);
  },
});
const calls = createInternalCalls();
calls.register(service.internal ?? []);
process.on('message', (message: string) => void calls.ask(reportBounce, { message }));
process.once('SIGTERM', () => void stop());

async function stop(): Promise<void> {
  process.disconnect?.();
  await service[Symbol.asyncDispose]();
  await pool.end();
}

process.stdout.write('ready\n');
