import { randomBytes } from 'node:crypto';
import { createDoorbell } from '@onceover/event-bus';
import { parseEmailAddress } from '@onceover/schema/email-address';
import { partnerEvents } from '@onceover/schema/events/partner-view';
import {
  type Command,
  CommandRefused,
  hideWhatWasTyped,
  parsedBy,
  runCommand,
  type WriteLine,
} from '@onceover/service-kit/command-line';
import { openFoundation } from '@onceover/service-shell/foundation';
import type pg from 'pg';
import { z } from 'zod';
import {
  addTopic,
  forgetAccess,
  type LeftAccess,
  type ListedTopic,
  listLeftAccess,
  listTopics,
  noteAccess,
  removeTopic,
} from './adapters/postgres/partner-topics.ts';
import { definition } from './adapters.ts';

/** How a partner reaches its topic. */
export interface GivenAccess {
  readonly brokers: string;
  readonly topic: string;
  readonly groupPrefix: string;
  readonly user: string;
}

/** What is done at the brokers. */
export interface PartnerAccess {
  /** The partner reads its topic and nothing else from now on; what it had before is replaced. */
  give(
    partnerRef: string,
    secret: { readonly password: string; readonly bytesPerSecond: number },
  ): Promise<GivenAccess>;
  take(partnerRef: string): Promise<void>;
}

export interface PartnersCommandDependencies {
  /** The migrated database, as its migrator; asked once a command was understood. */
  readonly open: () => Promise<{ readonly database: pg.PoolConfig }>;
  /** The account with an address; null: there is none. */
  readonly accountOf: (email: string) => Promise<string | null>;
  readonly access: PartnerAccess;
  readonly write: WriteLine;
}

const address = z
  .string()
  .transform(parseEmailAddress)
  .refine((email) => email !== null);
const account = z.union([z.uuid(), address], 'Write an address like nina@example.com, or the id of an account.');

const typeOfName = new Map(partnerEvents.flatMap(({ type, row }) => [type, row.type].map((name) => [name, row.type])));
const types = z
  .string()
  .transform((text) => text.split(',').map((name) => typeOfName.get(name.trim())))
  .refine(
    (names): names is string[] => !names.includes(undefined),
    `Write types with commas between, of these: ${partnerEvents.map(({ row }) => row.type).join(', ')}.`,
  );

const bytes = z
  .string()
  .regex(/^[1-9]\d{3,9}$/, 'Write a number of bytes from 1000 on.')
  .transform(Number);
const USUAL_BYTES = 1_048_576;

/**
 * What operators do about partners whose events go to a topic of Kafka.
 *
 * Shape    0 done, 1 refused, 2 not understood
 * @NOTE    No answer shows an address again: terminals are recorded. A password is shown once, because nobody else has it.
 */
export function runPartnersCommand(argv: readonly string[], deps: PartnersCommandDependencies): Promise<number> {
  return runCommand('npm run partners --', argv, deps.write, (program) => {
    hideWhatWasTyped(program, argv);
    defineTopics(program, deps);
    defineAccess(program, deps);
  });
}

function defineTopics(program: Command, deps: PartnersCommandDependencies): void {
  const { open, write } = deps;
  program
    .command('list')
    .description(
      'shows which partners have a topic and what waits for it, and who can still read one that is no longer theirs',
    )
    .action(async () => {
      await using stack = new AsyncDisposableStack();
      const { pool } = await openParts((await open()).database, stack);
      const lines = [...(await listTopics(pool)).map(topicLine), ...(await listLeftAccess(pool)).map(leftLine)];
      write(lines.join('\n') || 'No partner has a topic.');
    });
  commandOn(
    program,
    'add-topic',
    'puts what happens to an account on a topic of its own, which is made within a second',
  )
    .option('--types <types>', 'only these types of events, with commas between; default: all', parsedBy(types))
    .action(async (given: string, { types: only = null }: { readonly types?: readonly string[] | null }) => {
      const isAdded = await withPartner(deps, given, (parts, ref) => addTopic(parts, ref, only));
      if (!isAdded) throw new CommandRefused('This account has a topic already.');
      write('The account has a topic. Now let its owner read it: give-access.');
    });
  commandOn(program, 'remove-topic', 'puts nothing more on the topic of an account').action(async (given: string) => {
    if (!(await withPartner(deps, given, removeTopic))) throw new CommandRefused('This account has no topic.');
    write('Nothing more is put on the topic. What is on it stays for 7 days; after take-access nobody reads it.');
  });
}

function defineAccess(program: Command, deps: PartnersCommandDependencies): void {
  const { access, write } = deps;
  commandOn(
    program,
    'give-access',
    'lets the owner of an account read its topic and nothing else, with a new password; the user of the brokers has to have the right Alter on the cluster',
  )
    .option('--bytes-per-second <bytes>', 'how much may be read from one broker', parsedBy(bytes), USUAL_BYTES)
    .action(async (given: string, { bytesPerSecond }: { readonly bytesPerSecond: number }) => {
      const password = randomBytes(24).toString('base64url');
      const found = await withPartner(deps, given, async (parts, ref) => {
        await note(parts, ref, 'given');
        return await access.give(ref, { password, bytesPerSecond });
      });
      write(accessLines(found, password));
    });
  commandOn(program, 'take-access', 'lets the owner of an account read its topic no more').action(
    async (given: string) => {
      await withPartner(deps, given, async (parts, ref) => {
        await note(parts, ref, 'taken');
        await access.take(ref);
        await forgetAccess(parts.pool, ref);
      });
      write('Nobody reads the topic of this account any more.');
    },
  );
}

const commandOn = (program: Command, name: string, description: string): Command =>
  program
    .command(name)
    .description(description)
    .argument('<account>', 'address of the account, or its id', parsedBy(account));

const openParts = (database: pg.PoolConfig, stack: AsyncDisposableStack) =>
  openFoundation({ ...definition, connections: 2 }, { database, doorbell: createDoorbell() }, stack);

type Parts = Awaited<ReturnType<typeof openParts>>;

async function withPartner<R>(
  { open, accountOf }: PartnersCommandDependencies,
  given: string,
  work: (parts: Parts, partnerRef: string) => Promise<R>,
): Promise<R> {
  await using stack = new AsyncDisposableStack();
  const { database } = await open();
  const partnerRef = given.includes('@') ? await accountOf(given) : given;
  if (partnerRef === null) throw new CommandRefused('There is no account with this address.');
  return await work(await openParts(database, stack), partnerRef);
}

/** Before it is done: a record of something that failed at the brokers is better than none of something that did not. */
async function note(parts: Parts, partnerRef: string, what: 'given' | 'taken'): Promise<void> {
  if (await noteAccess(parts, partnerRef, what)) return;
  throw new CommandRefused('This account has no topic. Give it one first: add-topic.');
}

function topicLine({ partnerRef, types: only, made, position, published, isSuspended }: ListedTopic): string {
  const waiting = position - published;
  const state = waiting === 0 ? 'nothing waits' : `${waiting} of ${position} wait`;
  const since = `since ${dayOf(made)}`;
  const wanted = only === null ? 'all types' : only.join(', ');
  return [partnerRef, since, state, wanted, ...(isSuspended ? ['its account is disabled'] : [])].join('  ');
}

const leftLine = ({ partnerRef, given }: LeftAccess): string =>
  `${partnerRef}  has no topic; since ${dayOf(given)} it can read what was: take-access`;

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

const accessLines = ({ brokers, topic, groupPrefix, user }: GivenAccess, password: string): string =>
  `brokers   ${brokers}
topic     ${topic}
groups    names that begin with ${groupPrefix}
user      ${user}
password  ${password}
mechanism SCRAM-SHA-512
The password is shown this once. A new one takes its place at once.`;
