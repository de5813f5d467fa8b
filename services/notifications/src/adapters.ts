import { join } from 'node:path';
import { eventRulesOf } from '@onceover/schema/event-rules';
import { type Clock, systemClock } from '@onceover/service-kit/clock';
import type { AskInternal } from '@onceover/service-kit/internal-call';
import type { Backing, Foundation } from '@onceover/service-shell/foundation';
import { createEnvelopes } from './adapters/envelopes.ts';
import { openAddressHashes } from './adapters/keys/address-hashes.ts';
import { deriveWrappingKeys, openWrappingKeyFiles } from './adapters/keys/key-files.ts';
import { createSealingKeys } from './adapters/keys/sealing-keys.ts';
import { openWebhookCipher } from './adapters/keys/webhook-cipher.ts';
import { createFilePost } from './adapters/post/file-post.ts';
import { readBounceReport } from './adapters/post/read-bounce-report.ts';
import { createSmtpPost } from './adapters/post/smtp-post.ts';
import { watchedPost } from './adapters/post/watched-post.ts';
import { createPostgresBounces } from './adapters/postgres/bounces.ts';
import { createPostgresDueDeliveries } from './adapters/postgres/due-deliveries.ts';
import { createPostgresEndings } from './adapters/postgres/endings.ts';
import { createPostgresFailedMails } from './adapters/postgres/failed-mails.ts';
import { createPostgresFeedPages } from './adapters/postgres/feed-pages.ts';
import { cutFeeds } from './adapters/postgres/feed-retention.ts';
import { createPostgresFeedbackBox } from './adapters/postgres/feedback-table.ts';
import { createPostgresKnownEmails } from './adapters/postgres/known-emails.ts';
import { createPostgresMails } from './adapters/postgres/mail-table.ts';
import { createPostgresPartnerEvents, cutPartnerEvents } from './adapters/postgres/partner-events.ts';
import { purgePastRows } from './adapters/postgres/purge.ts';
import { notificationsSchema } from './adapters/postgres/schema.ts';
import { createPostgresSuppressionList } from './adapters/postgres/suppression-list.ts';
import { createPostgresDeliveryLog } from './adapters/postgres/webhook-log.ts';
import { createPostgresWebhooks } from './adapters/postgres/webhook-table.ts';
import { parseAllowedHosts, parseNetworks } from './adapters/webhooks/allowed-hosts.ts';
import { parseProxy } from './adapters/webhooks/egress-proxy.ts';
import { createHttpsSender } from './adapters/webhooks/https-sender.ts';
import { strangersBut } from './adapters/webhooks/strangers.ts';
import { watchedSender } from './adapters/webhooks/watched-sender.ts';
import type { NotificationsConfig } from './config.ts';
import { parseWebhookAddress } from './domain/webhook/address.ts';
import { mailLog, webhookLog } from './logger.ts';
import { parseMailFrom } from './mail/mail-from.ts';
import { parseSmtpAddress } from './mail/smtp-address.ts';
import type { DeliverPorts } from './use-cases/mail/deliver-mail.ts';
import type { Failpoint, Post } from './use-cases/mail/ports.ts';
import type { UseCasePorts } from './use-cases/use-cases.ts';
import type { WebhookSender } from './use-cases/webhook/ports.ts';
import { createDispatcher, type SendPorts, sendWebhookUseCase } from './use-cases/webhook/send-webhooks.ts';

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
  /** For tests: who sends webhooks. Default: over HTTPS. */
  readonly webhookSender?: WebhookSender;
}

export interface NotificationsAdapters extends DeliverPorts, Omit<UseCasePorts, keyof DeliverPorts> {
  readonly dueDeliveries: SendPorts['dueDeliveries'];
  /** Takes no more webhooks to send. */
  stopDispatcher(): void;
  /** Ends what is on its way, emails and webhooks; they are sent again by whoever comes next. */
  cutSending(): void;
  /** Deletes what is past its time; returns how many rows went. */
  purge(): Promise<number>;
  /** Cuts feeds to what is kept; returns how many entries went. */
  cutFeeds(): Promise<number>;
  /** Deletes what partners are no longer told; returns how many rows went. */
  cutPartnerEvents(): Promise<number>;
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
  const desk = config.incomingRecipient === undefined ? null : hashes.hashAddress(config.incomingRecipient);
  const stopping = new AbortController();
  const webhooks = await openWebhooks(config, deps, foundation, { desk, stopping: stopping.signal });
  return {
    ...webhooks,
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
    partnerEvents: createPostgresPartnerEvents(pool, desk),
    desk: config.incomingRecipient ?? null,
    emails: createPostgresKnownEmails(pool),
    now: foundation.databaseNow,
    siteOrigin: deps.siteOrigin,
    failpoint: deps.failpoint ?? (() => undefined),
    log: mailLog,
    cutSending: () => stopping.abort(),
    purge: () => purgePastRows(pool),
    cutFeeds: () => cutFeeds(pool),
    cutPartnerEvents: () => cutPartnerEvents(pool, desk),
  };
}

/** Those that look after webhooks, and the loop that sends what is due. */
async function openWebhooks(
  { webhookAllowedHosts, webhookOwnNetworks, webhookProxy, keysDir }: NotificationsConfig,
  deps: NotificationsDependencies,
  foundation: Foundation,
  { desk, stopping }: { readonly desk: Buffer | null; readonly stopping: AbortSignal },
) {
  const allowed = parseAllowedHosts(webhookAllowedHosts);
  const isOwn = parseNetworks(webhookOwnNetworks);
  const proxy = webhookProxy === undefined ? undefined : parseProxy(webhookProxy);
  // They were checked when they were read.
  if (allowed === null || isOwn === null || proxy === null)
    throw new TypeError('the settings of webhooks cannot be read');
  const rules = { allowed, isStrangers: strangersBut(isOwn) };
  const cipher = await openWebhookCipher(keysDir);
  const webhooks = createPostgresWebhooks({ ...foundation, desk }, cipher);
  const through = proxy === undefined ? {} : { proxy };
  const sender = deps.webhookSender ?? createHttpsSender({ ...rules, ...through, stopping });
  const sending: SendPorts = {
    dueDeliveries: createPostgresDueDeliveries(foundation, cipher, webhookLog),
    webhooks,
    webhookSender: watchedSender(sender, foundation.telemetry),
    siteOrigin: deps.siteOrigin,
    failpoint: deps.failpoint ?? (() => undefined),
    webhookLog,
    chance: Math.random,
  };
  const dispatcher = foundation.stack.use(createDispatcher(sending, sendWebhookUseCase(sending)));
  return {
    dueDeliveries: sending.dueDeliveries,
    webhooks,
    deliveryLog: createPostgresDeliveryLog(foundation),
    webhookAddress: (text: string) => parseWebhookAddress(text, rules),
    wakeDispatcher: dispatcher.wake,
    stopDispatcher: dispatcher.stop,
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
