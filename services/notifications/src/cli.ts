import { createDoorbell, type GivenUp } from '@onceover/event-bus';
import type { LogHistory } from '@onceover/event-store';
import { parseEmailAddress } from '@onceover/schema/email-address';
import { mailConsumer } from '@onceover/schema/events/event-row';
import { longestBounceReport } from '@onceover/schema/internal/report-bounce';
import {
  CommandRefused,
  hideWhatWasTyped,
  parsedBy,
  runCommand,
  type WriteLine,
} from '@onceover/service-kit/command-line';
import { OutageError } from '@onceover/service-kit/errors';
import { newId } from '@onceover/service-kit/ids';
import { openEventTools, type ServiceEventTools, type ToolBacking } from '@onceover/service-shell/event-tools';
import { openFoundation } from '@onceover/service-shell/foundation';
import { openLogHistory } from '@onceover/service-shell/own-history';
import type pg from 'pg';
import { z } from 'zod';
import { openAddressHashes } from './adapters/keys/address-hashes.ts';
import { readBounceReport } from './adapters/post/read-bounce-report.ts';
import { createSmtpPost, trySmtpServer } from './adapters/post/smtp-post.ts';
import { allowAddress } from './adapters/postgres/allowed-addresses.ts';
import { createPostgresBounces } from './adapters/postgres/bounces.ts';
import { createPostgresFailedMails } from './adapters/postgres/failed-mails.ts';
import { definition } from './adapters.ts';
import type { NotificationsConfig } from './config.ts';
import { consumers } from './consumers.ts';
import { mailLog } from './logger.ts';
import { domainOf, parseMailFrom } from './mail/mail-from.ts';
import { parseSmtpAddress } from './mail/smtp-address.ts';
import { testMail } from './mail/test-mail.ts';
import type { FailedMail } from './use-cases/mail/ports.ts';
import { reportBounceUseCase } from './use-cases/mail/report-bounce.ts';

export { type PartnerAccess, runPartnersCommand } from './partners-command.ts';

export interface MailPlace {
  readonly config: Pick<NotificationsConfig, 'keysDir'>;
  /** The migrated database, as its migrator. The server may run meanwhile. */
  readonly database: pg.PoolConfig;
}

export interface MailCommandDependencies {
  /** Asked once a command was understood. */
  readonly open: () => Promise<MailPlace>;
  /** What is piped into the command. */
  readonly input: AsyncIterable<Uint8Array>;
  readonly write: WriteLine;
}

/** Of `sysexits.h`: mail servers that pipe a message into a command try again after it. */
export const TRY_AGAIN = 75;

const address = z
  .string()
  .transform(parseEmailAddress)
  .refine((email) => email !== null, 'Write an address like nina@example.com.');

/**
 * What mail servers and operators tell of emails that were sent.
 *
 * Shape    0 done, 1 no report or nothing to allow, 2 not understood, 75 to be tried again
 */
export function runMailCommand(
  argv: readonly string[],
  { open, input, write }: MailCommandDependencies,
): Promise<number> {
  return runCommand('npm run mail --', argv, write, (program) => {
    hideWhatWasTyped(program, argv);
    program
      .command('bounce')
      .description(
        'notes that an email came back, by the report that a mail server wrote of it: bounce < message.eml, the whole message; exit code 75 means that it has to be handed in again',
      )
      .action(async () => write(await takeReport(open, input)));
    program
      .command('allow')
      .description('lets an address get emails again of which a server had said that it does not exist')
      .argument('<email>', 'the address', parsedBy(address))
      .action(async (email: string) => write(await allow(await open(), email)));
  });
}

async function takeReport(open: () => Promise<MailPlace>, input: AsyncIterable<Uint8Array>): Promise<string> {
  const place = await open();
  const message = await readMessage(input);
  if (message === null) {
    throw new CommandRefused(
      'This message is longer than 256 KiB. Have the mail server return the headers of the email alone.',
    );
  }
  try {
    return await reportBounce(message, place);
  } catch (error) {
    if (!(error instanceof OutageError)) throw error;
    throw new CommandRefused(`${error.message}. Hand the report in again later.`, { exitCode: TRY_AGAIN });
  }
}

async function reportBounce(message: Uint8Array, place: MailPlace): Promise<string> {
  await using stack = new AsyncDisposableStack();
  const bounces = createPostgresBounces(await openParts(place, stack));
  const kind = await reportBounceUseCase({ bounces, readBounceReport, log: mailLog })(message);
  if (kind === 'done') return 'The report was taken.';
  throw new CommandRefused(`This is no bounce report. Pipe in the whole message as the mail server wrote it, with its headers:
a multipart/report with a message/delivery-status part.`);
}

async function allow(place: MailPlace, email: string): Promise<string> {
  await using stack = new AsyncDisposableStack();
  const isAllowed = await allowAddress(await openParts(place, stack), email);
  if (isAllowed) return 'The address gets emails again.';
  throw new CommandRefused('This address is not on the list: nothing keeps emails from it.');
}

async function openParts({ config, database }: MailPlace, stack: AsyncDisposableStack) {
  const backing = { database, doorbell: createDoorbell() };
  const foundation = await openFoundation({ ...definition, connections: 2 }, backing, stack);
  return { ...foundation, ...(await openAddressHashes(config.keysDir)) };
}

/** Null for one that is too long; the rest of it is not read. */
async function readMessage(input: AsyncIterable<Uint8Array>): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of input) {
    length += chunk.length;
    if (length > longestBounceReport) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

interface MailTrialWish {
  readonly config: Pick<NotificationsConfig, 'smtpUrl' | 'mailFrom'>;
  /** What the site is called in the email. */
  readonly site: string;
  /** Where a test email goes; undefined: the server is only spoken to. */
  readonly to: string | undefined;
  /** Longest time for all of it, in milliseconds. */
  readonly wholeMs: number;
}

/** What an operator's check wants to know of emails with these settings; `site` is what the site is called in a test email. */
export function examinedMail(config: MailTrialWish['config'], site: string) {
  return {
    trial: ({ email: to, wholeMs }: { readonly email?: string | undefined; readonly wholeMs: number }) =>
      tryMailServer({ config, site, to, wholeMs }),
    senderDomain: senderDomain(config),
    hasServer: config.smtpUrl !== undefined,
  };
}

/** Speaks to the mail server as for an email, and hands it a test email if one is wished for. Says no more than a word of why not. */
async function tryMailServer({ config, site, to, wholeMs }: MailTrialWish) {
  const [server, from] = [parseSmtpAddress(config.smtpUrl ?? ''), parseMailFrom(config.mailFrom)];
  if (server === null || from === null)
    return { server: undefined, trouble: undefined, isSent: to === undefined ? undefined : false };
  const { host, secure, requireTLS, ignoreTLS } = server;
  const facts = { host, isEncrypted: (secure || requireTLS) && !ignoreTLS };
  const began = performance.now();
  const trouble = await trySmtpServer({ server, from, wholeMs });
  if (trouble !== undefined || to === undefined)
    return { server: facts, trouble, isSent: to === undefined ? undefined : false };
  const left = Math.max(Math.ceil(wholeMs - (performance.now() - began)), 1);
  const post = createSmtpPost({ server, from, wholeMs: left });
  const posted = await post.send(testMail({ deliveryId: newId(), to, site }));
  const isSent = posted.kind === 'accepted';
  return { server: facts, trouble: isSent ? undefined : posted.reasonCode, isSent };
}

/** The part of the sender's address after the @. */
function senderDomain({ mailFrom }: Pick<NotificationsConfig, 'mailFrom'>): string {
  const from = parseMailFrom(mailFrom);
  return from === null ? '' : domainOf(from);
}

/** The service's consumers for an operator's command; nothing is started. `stack` closes the connections. */
export const openNotificationsEventTools = (
  backing: ToolBacking,
  stack: AsyncDisposableStack,
): Promise<ServiceEventTools> =>
  openEventTools(definition, backing, stack, (foundation) => ({
    ...consumers,
    givenUp: async () => (await createPostgresFailedMails(foundation).list(1_000)).map(givenUp),
  }));

const givenUp = ({ deliveryId: id, template, attempts, at, reason }: FailedMail): GivenUp => {
  return { consumer: mailConsumer, id, work: `email ${template}`, attempts, at, reason };
};

/** The history of the service's log for an operator's command. `stack` closes the connection. */
export const openNotificationsHistory = (database: pg.PoolConfig, stack: AsyncDisposableStack): Promise<LogHistory> =>
  openLogHistory(definition, database, stack);
