import { type ConsumerDefinition, type LogMonth, monthOf } from '@onceover/event-bus';
import { queryOn, type RecordedEvent } from '@onceover/event-store';
import { queryRows } from '@onceover/postgres-kit/database-failure';
import { meaningOf, typesWhere } from '@onceover/schema/events/catalog';
import type { CountedName } from '@onceover/schema/events/meaning';
import type { DeliverySent } from '@onceover/schema/events/notifications';
import type { SecretBurned, SecretCreated, SecretReceived } from '@onceover/schema/events/secrets';
import type { Knex } from 'knex';
import type pg from 'pg';
import type { UsageCounts } from '../../use-cases/account/account-statistics.ts';

type Heard = SecretCreated | SecretReceived | SecretBurned | DeliverySent;

export type UsageEvent = RecordedEvent & Heard;

type Counts = { -readonly [Counter in keyof UsageCounts]: number };

/** Where the usage of an account has what an event is counted as by its row. */
const counters: Readonly<Partial<Record<CountedName, keyof Counts>>> = {
  created: 'secretsCreated',
  opened: 'secretsShared',
  burned: 'secretsBurned',
  emailsSent: 'emailsSent',
};

const name = 'accounts.usage';

/** Throws a TypeError where a row names this consumer but is counted as nothing that usage has. */
function counterOf(type: string): keyof Counts {
  const { counts } = meaningOf(type);
  const counter = counts === null ? undefined : counters[counts.as];
  if (counter === undefined) throw new TypeError(`${name} has no counter for ${type}`);
  return counter;
}

const nothing: Counts = { secretsCreated: 0, secretsBurned: 0, secretsShared: 0, emailsSent: 0 };

/** Statements on the tables in a schema: the service's own, or the one that they are rebuilt in. */
const statementsIn = (schema: string) => ({
  noteUncounted: `insert into ${schema}.usage_uncounted (secret_id, expires) values ($1, $2) on conflict do nothing`,
  findUncounted: `select secret_id as "secretId" from ${schema}.usage_uncounted where secret_id = any($1::uuid[])`,
  add: `insert into ${schema}.usage as u
      (account_ref, source, month, secrets_created, secrets_burned, secrets_shared, emails_sent)
    select a.account_ref, $2, $3, $4, $5, $6, $7 from accounts.account a where a.account_ref = $1 for key share
    on conflict (account_ref, source, month) do update set
      secrets_created = u.secrets_created + excluded.secrets_created,
      secrets_burned = u.secrets_burned + excluded.secrets_burned,
      secrets_shared = u.secrets_shared + excluded.secrets_shared,
      emails_sent = u.emails_sent + excluded.emails_sent`,
});

const purgeStatement = { text: 'delete from accounts.usage_uncounted where expires <= $1 returning 1' };

/** By then the end of a secret has been heard, however long a service was down. */
const keepDays = 30;

/**
 * Usage is counted after the fact, from the logs of secrets and notifications: showing it a moment late harms
 * nobody, and no request waits for a counter. Once per event, because the inbox is in the same transaction.
 *
 * Shape    one row for an account, a log and the month its streams began in, because a log forgets whole months;
 *          `tenantRef` of an event names the account; secrets no customer made (verification, support desk) are noted
 *          when they are created, so that their ends are not counted; accounts that are gone are left out
 */
async function countUsage(schema: string, events: readonly UsageEvent[], tx: Knex.Transaction): Promise<void> {
  const statements = statementsIn(schema);
  await noteUncounted(statements.noteUncounted, events, tx);
  const uncounted = await findUncounted(statements.findUncounted, events, tx);
  const counts = new Map<string, Counted>();
  for (const event of events) {
    const { tenantRef: accountRef, source } = event;
    const isOtherEmail = event.type === 'delivery.sent' && event.data.template !== 'secret-link';
    if (accountRef === null || isOtherEmail || uncounted.has(event.streamId)) continue;
    const month = monthOf(event.streamId);
    const key = `${accountRef} ${source} ${month}`;
    const own = counts.get(key) ?? { accountRef, source, month, counts: { ...nothing } };
    own.counts[counterOf(event.type)] += 1;
    counts.set(key, own);
  }
  await add(statements.add, counts, tx);
}

/** What happened to an account's streams of one log and one month. */
interface Counted {
  readonly accountRef: string;
  readonly source: string;
  readonly month: string;
  readonly counts: Counts;
}

/** Only for secrets that have an owner: the others are not counted anyway. */
async function noteUncounted(text: string, events: readonly UsageEvent[], tx: Knex.Transaction): Promise<void> {
  for (const { type, streamId, tenantRef, data } of events) {
    if (type !== 'secret.created' || tenantRef === null) continue;
    if (data.kind === 'share' || data.kind === 'generate') continue;
    await queryOn(tx, text, [streamId, data.expiresAt]);
  }
}

async function findUncounted(
  text: string,
  events: readonly UsageEvent[],
  tx: Knex.Transaction,
): Promise<ReadonlySet<string>> {
  const owned = events.filter(({ type, tenantRef }) => type !== 'delivery.sent' && tenantRef !== null);
  if (owned.length === 0) return new Set();
  const { rows } = await queryOn<{ secretId: string }>(tx, text, [owned.map(({ streamId }) => streamId)]);
  return new Set(rows.map(({ secretId }) => secretId));
}

/** In the order of the references, so that two transactions never wait for each other. */
async function add(text: string, counts: ReadonlyMap<string, Counted>, tx: Knex.Transaction): Promise<void> {
  for (const [, counted] of [...counts].sort(([left], [right]) => (left < right ? -1 : 1))) {
    const { accountRef, source, month } = counted;
    const { secretsCreated, secretsBurned, secretsShared, emailsSent } = counted.counts;
    await queryOn(tx, text, [accountRef, source, month, secretsCreated, secretsBurned, secretsShared, emailsSent]);
  }
}

/** Deletes the notes on secrets that are over; returns how many. */
export async function purgeUncounted(pool: pg.Pool, at: Date): Promise<number> {
  const before = new Date(at.getTime() - keepDays * 86_400_000);
  return (await queryRows(pool, purgeStatement, [before])).length;
}

/** Months that a log has forgotten keep their counts; of the others only what was counted again counts. */
const replaceCounts = `
  delete from accounts.usage u using unnest($1::text[], $2::date[]) as known (source, month)
    where u.source = known.source and u.month = known.month`;

async function replaceUsage(schema: string, months: readonly LogMonth[], tx: Knex.Transaction): Promise<void> {
  await queryOn(tx, replaceCounts, [months.map(({ source }) => source), months.map(({ month }) => month)]);
  await queryOn(
    tx,
    `insert into accounts.usage select u.* from ${schema}.usage u join accounts.account a using (account_ref)`,
  );
  await queryOn(tx, 'delete from accounts.usage_uncounted');
  await queryOn(tx, `insert into accounts.usage_uncounted select * from ${schema}.usage_uncounted`);
}

/** Counts what customers do, for their account page and for colonels. */
export const usageConsumer: ConsumerDefinition<UsageEvent> = {
  name,
  version: 1,
  sources: ['secrets', 'notifications'],
  handles: typesWhere(({ consumers }) => consumers.includes(name)).filter(counterOf) as Heard['type'][],
  tenantsOnly: true,
  onError: 'halt',
  handle: (events, { tx }) => countUsage('accounts', events, tx),
  projection: {
    tables: ['usage', 'usage_uncounted'],
    handleIn: (schema, events, { tx }) => countUsage(schema, events, tx),
    replace: replaceUsage,
  },
};
