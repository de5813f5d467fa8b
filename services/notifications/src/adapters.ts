import { join } from 'node:path';
import type { Doorbell } from '@onceover/event-bus';
import { createPostgresEventStore, knexOn, type PostgresEventStore } from '@onceover/event-store';
import { openAppPool } from '@onceover/postgres-kit/app-connection';
import { type Clock, systemClock } from '@onceover/service-kit/clock';
import { hmac } from '@onceover/service-kit/crypto';
import type { AskInternal } from '@onceover/service-kit/internal-call';
import type pg from 'pg';
import { createEnvelopes } from './adapters/envelopes.ts';
import { deriveWrappingKeys, openAddressHashKey, openWrappingKeyFiles } from './adapters/keys/key-files.ts';
import { createSealingKeys } from './adapters/keys/sealing-keys.ts';
import { createFilePost } from './adapters/post/file-post.ts';
import { createSmtpPost } from './adapters/post/smtp-post.ts';
import { createPostgresEndings } from './adapters/postgres/endings.ts';
import { createPostgresFeedbackBox } from './adapters/postgres/feedback-table.ts';
import { createPostgresMails } from './adapters/postgres/mail-table.ts';
import { appRole } from './adapters/postgres/schema.ts';
import { createPostgresSuppressionList } from './adapters/postgres/suppression-list.ts';
import type { NotificationsConfig } from './config.ts';
import { mailLog } from './logger.ts';
import { parseMailFrom } from './mail/mail-from.ts';
import { parseSmtpAddress } from './mail/smtp-address.ts';
import type { DeliverPorts } from './use-cases/mail/deliver-mail.ts';
import type { Failpoint, FeedbackBox, Post } from './use-cases/mail/ports.ts';

/** What the service needs from whoever starts it. */
export interface NotificationsDependencies {
  /** The database as its migrator; the service itself works with fewer rights. */
  readonly database: pg.PoolConfig;
  /** Where data is kept; mails become files in there while no mail server is set. */
  readonly dataDir?: string;
  readonly ask: AskInternal;
  readonly doorbell: Doorbell;
  /** Such as `https://onceover.example`, without a slash at the end. Throws `OutageError` while the site is not up. */
  readonly siteOrigin: () => string;
  readonly clock?: Clock;
  /** For tests: moments at which to stop. */
  readonly failpoint?: Failpoint;
}

/** Everything the verbs work with, on a migrated database. */
export interface NotificationsParts {
  readonly pool: pg.Pool;
  readonly events: PostgresEventStore;
  readonly ports: DeliverPorts & { readonly feedback: FeedbackBox };
  /** Cuts the mails that are on their way. */
  readonly cutMails: () => void;
}

/** Jobs at once, two for the job queue, the rest for the consumer, the doors and the chores. */
const CONNECTIONS = 12;

/** Makes the adapters; `stack` stops them in reverse order. */
export async function composeParts(
  config: NotificationsConfig,
  deps: NotificationsDependencies,
  stack: AsyncDisposableStack,
): Promise<NotificationsParts> {
  const pool = stack.adopt(
    openAppPool(deps.database, { role: appRole, name: 'onceover notifications', max: CONNECTIONS }),
    (open) => open.end(),
  );
  const events = createPostgresEventStore({
    pool,
    schema: 'notifications',
    service: 'notifications',
    onCommitted: deps.doorbell.ring,
  });
  await events.openLog();
  const knex = knexOn(pool);
  const { kek, keysDir } = config;
  const wraps = kek === undefined ? await openWrappingKeyFiles(keysDir) : deriveWrappingKeys(kek);
  const stopping = new AbortController();
  const addressKey = await openAddressHashKey(keysDir);
  const ports = {
    mails: createPostgresMails(pool, knex),
    endings: createPostgresEndings(events),
    envelopes: createEnvelopes(deps.ask),
    sealingKeys: createSealingKeys(knex, wraps),
    suppressed: createPostgresSuppressionList(pool, (address) => hmac(addressKey, address.toLowerCase())),
    post: postOf(config, deps, stopping.signal),
    feedback: createPostgresFeedbackBox(pool, events),
    siteOrigin: deps.siteOrigin,
    failpoint: deps.failpoint ?? (() => undefined),
    log: mailLog,
  };
  return { pool, events, ports, cutMails: () => stopping.abort() };
}

function postOf(
  { smtpUrl, mailFrom, mailDir }: NotificationsConfig,
  { dataDir = '.', clock = systemClock }: NotificationsDependencies,
  stopping: AbortSignal,
): Post {
  const from = parseMailFrom(mailFrom);
  const server = smtpUrl === undefined ? undefined : parseSmtpAddress(smtpUrl);
  if (from === null || server === null) throw new TypeError('the settings of mails cannot be read'); // they were checked
  if (server !== undefined) return createSmtpPost({ server, from, stopping });
  return createFilePost({ directory: mailDir ?? join(dataDir, 'mail'), from, clock, log: mailLog });
}
