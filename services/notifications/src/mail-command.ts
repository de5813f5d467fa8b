import { createDoorbell } from '@onceover/event-bus';
import { parseEmailAddress } from '@onceover/schema/email-address';
import { eventRulesOf } from '@onceover/schema/event-rules';
import { longestBounceReport } from '@onceover/schema/internal/report-bounce';
import { OutageError } from '@onceover/service-kit/errors';
import { openFoundation } from '@onceover/service-shell/foundation';
import type pg from 'pg';
import { openAddressHashes } from './adapters/keys/address-hashes.ts';
import { readBounceReport } from './adapters/post/read-bounce-report.ts';
import { allowAddress } from './adapters/postgres/allowed-addresses.ts';
import { createPostgresBounces } from './adapters/postgres/bounces.ts';
import { notificationsSchema as schema } from './adapters/postgres/schema.ts';
import type { NotificationsConfig } from './config.ts';
import { mailLog } from './logger.ts';
import { reportBounceUseCase } from './use-cases/mail/report-bounce.ts';

export interface MailCommandDependencies {
  readonly config: Pick<NotificationsConfig, 'keysDir'>;
  /** The migrated database, as its migrator. The server may run meanwhile. */
  readonly database: pg.PoolConfig;
  /** What is piped into the command. */
  readonly input: AsyncIterable<Uint8Array>;
  /** Gets a line for the person at the terminal. */
  readonly write: (line: string) => void;
}

const usage = `usage:
  bounce < message.eml    notes that an email came back, by the report that a mail server wrote of it: the whole message.
                          Exit code 75 means that it has to be handed in again
  allow EMAIL             lets an address get emails again of which a server had said that it does not exist`;

/** Of `sysexits.h`: mail servers that pipe a message into a command try again after it. */
export const TRY_AGAIN = 75;

/**
 * What mail servers and operators tell of emails that were sent.
 *
 * Shape    0 done, 1 no report or nothing to allow, 2 not understood, 75 to be tried again
 */
export async function runMailCommand(argv: readonly string[], deps: MailCommandDependencies): Promise<number> {
  const [name, argument] = argv;
  const address = name === 'allow' && argv.length === 2 ? parseEmailAddress(argument ?? '') : null;
  if (address !== null) return await allow(address, deps);
  if (name !== 'bounce' || argv.length !== 1) {
    deps.write(usage);
    return 2;
  }
  return await takeReport(deps);
}

async function takeReport(deps: MailCommandDependencies): Promise<number> {
  const message = await readMessage(deps.input);
  if (message === null) {
    deps.write('This message is longer than 256 KiB. Have the mail server return the headers of the email alone.');
    return 1;
  }
  try {
    return await reportBounce(message, deps);
  } catch (error) {
    if (!(error instanceof OutageError)) throw error;
    deps.write(`${error.message}. Hand the report in again later.`);
    return TRY_AGAIN;
  }
}

async function reportBounce(message: Uint8Array, { config, database, write }: MailCommandDependencies) {
  await using stack = new AsyncDisposableStack();
  const bounces = createPostgresBounces(await openParts({ config, database }, stack));
  const kind = await reportBounceUseCase({ bounces, readBounceReport, log: mailLog })(message);
  if (kind === 'done') write('The report was taken.');
  else {
    write('This is no bounce report. Pipe in the whole message as the mail server wrote it, with its headers:');
    write('a multipart/report with a message/delivery-status part.');
  }
  return kind === 'done' ? 0 : 1;
}

async function allow(address: string, { config, database, write }: MailCommandDependencies): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const isAllowed = await allowAddress(await openParts({ config, database }, stack), address);
  write(
    isAllowed ? 'The address gets emails again.' : 'This address is not on the list: nothing keeps emails from it.',
  );
  return isAllowed ? 0 : 1;
}

type Place = Pick<MailCommandDependencies, 'config' | 'database'>;

async function openParts({ config, database }: Place, stack: AsyncDisposableStack) {
  const definition = { schema, eventRules: eventRulesOf('notifications'), connections: 2 };
  const foundation = await openFoundation(definition, { database, doorbell: createDoorbell() }, stack);
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
