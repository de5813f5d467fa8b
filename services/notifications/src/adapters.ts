import { join } from 'node:path';
import { eventRulesOf } from '@onceover/schema/event-rules';
import { type Clock, systemClock } from '@onceover/service-kit/clock';
import type { AskInternal } from '@onceover/service-kit/internal-call';
import type { Backing, Foundation } from '@onceover/service-shell/foundation';
import { createEnvelopes } from './adapters/envelopes.ts';
import { openAddressHashes } from './adapters/keys/address-hashes.ts';
import { deriveWrappingKeys, openWrappingKeyFiles } from './adapters/keys/key-files.ts';
import { createSealingKeys } from './adapters/keys/sealing-keys.ts';
import { createFilePost } from './adapters/post/file-post.ts';
import { readBounceReport } from './adapters/post/read-bounce-report.ts';
import { createSmtpPost } from './adapters/post/smtp-post.ts';
import { watchedPost } from './adapters/post/watched-post.ts';
import { createPostgresBounces } from './adapters/postgres/bounces.ts';
import { createPostgresEndings } from './adapters/postgres/endings.ts';
import { createPostgresFailedMails } from './adapters/postgres/failed-mails.ts';
import { createPostgresFeedPages } from './adapters/postgres/feed-pages.ts';
import { cutFeeds } from './adapters/postgres/feed-retention.ts';
import { createPostgresFeedbackBox } from './adapters/postgres/feedback-table.ts';
import { createPostgresKnownEmails } from './adapters/postgres/known-emails.ts';
import { createPostgresMails } from './adapters/postgres/mail-table.ts';
import { purgePastRows } from './adapters/postgres/purge.ts';
import { notificationsSchema } from './adapters/postgres/schema.ts';
import { createPostgresSuppressionList } from './adapters/postgres/suppression-list.ts';
import type { NotificationsConfig } from './config.ts';
import { mailLog } from './logger.ts';
import { parseMailFrom } from './mail/mail-from.ts';
import { parseSmtpAddress } from './mail/smtp-address.ts';
import type { DeliverPorts } from './use-cases/mail/deliver-mail.ts';
import type { Failpoint, Post } from './use-cases/mail/ports.ts';
import type { UseCasePorts } from './use-cases/use-cases.ts';

export const definition = { schema: notificationsSchema, eventRules: eventRulesOf('notifications') } as const;

/** What the service needs from whoever starts it. */
export interface NotificationsDependencies extends Backing {
  /** Where data is kept; emails become files in there while no mail server is set. */
  readonly dataDir?: string;
  readonly ask: AskInternal;
  /** Such as `https://onceover.example`, without a slash at the end. Throws `OutageError` while the site is not up. */
  readonly siteOrigin: () => string;
  readonly clock?: Clock;
  /** For tests: moments at which to stop. */
  readonly failpoint?: Failpoint;
}

export interface NotificationsAdapters extends DeliverPorts, Omit<UseCasePorts, keyof DeliverPorts> {
  cutMails(): void;
  /** Deletes what is past its time; returns how many rows went. */
  purge(): Promise<number>;
  /** Cuts feeds to what is kept; returns how many entries went. */
  cutFeeds(): Promise<number>;
}

export async function openAdapters(
  config: NotificationsConfig,
  deps: NotificationsDependencies,
  foundation: Foundation,
): Promise<NotificationsAdapters> {
  const { pool, events } = foundation;
  const { kek, keysDir } = config;
  const wraps = kek === undefined ? await openWrappingKeyFiles(keysDir) : deriveWrappingKeys(kek);
  const hashes = await openAddressHashes(keysDir);
  const stopping = new AbortController();
  return {
    mails: createPostgresMails(foundation),
    endings: createPostgresEndings({ ...foundation, ...hashes }),
    failedMails: createPostgresFailedMails(foundation),
    bounces: createPostgresBounces({ ...foundation, ...hashes }),
    readBounceReport,
    envelopes: createEnvelopes(deps.ask),
    sealingKeys: createSealingKeys(foundation, wraps),
    suppressed: createPostgresSuppressionList(pool, hashes.hashAddress),
    post: watchedPost(postOf(config, deps, stopping.signal), foundation.telemetry),
    feedback: createPostgresFeedbackBox(pool, events),
    feed: createPostgresFeedPages(pool),
    desk: config.incomingRecipient ?? null,
    emails: createPostgresKnownEmails(pool),
    now: foundation.databaseNow,
    siteOrigin: deps.siteOrigin,
    failpoint: deps.failpoint ?? (() => undefined),
    log: mailLog,
    cutMails: () => stopping.abort(),
    purge: () => purgePastRows(pool),
    cutFeeds: () => cutFeeds(pool),
  };
}

function postOf(
  { smtpUrl, mailFrom, mailDir }: NotificationsConfig,
  { dataDir = '.', clock = systemClock }: NotificationsDependencies,
  stopping: AbortSignal,
): Post {
  const from = parseMailFrom(mailFrom);
  const server = smtpUrl === undefined ? undefined : parseSmtpAddress(smtpUrl);
  // They were checked when they were read.
  if (from === null || server === null) throw new TypeError('the email settings cannot be read');
  if (server !== undefined) return createSmtpPost({ server, from, stopping });
  return createFilePost({ directory: mailDir ?? join(dataDir, 'mail'), from, clock, log: mailLog });
}
