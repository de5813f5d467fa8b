import type { ConsumerDefinition } from '@onceover/event-bus';
import { queryOn, type RecordedEvent } from '@onceover/event-store';
import { queryRows } from '@onceover/postgres-kit/database-failure';
import type { DeliverySent } from '@onceover/schema/events/notifications/delivery-sent.v1';
import type { SecretBurned } from '@onceover/schema/events/secrets/secret-burned.v1';
import type { SecretCreated } from '@onceover/schema/events/secrets/secret-created.v1';
import type { SecretReceived } from '@onceover/schema/events/secrets/secret-received.v1';
import type { Knex } from 'knex';
import type pg from 'pg';
import type { UsageCounts } from '../../use-cases/account/account-statistics.ts';

type Heard = SecretCreated | SecretReceived | SecretBurned | DeliverySent;

/** The events of other services that usage is counted from. */
export type UsageEvent = RecordedEvent & Heard;

export const usageEvents: readonly Heard['type'][] = [
  'secret.created',
  'secret.received',
  'secret.burned',
  'delivery.sent',
];

type Counts = { -readonly [Counter in keyof UsageCounts]: number };

const insertUncounted = `insert into accounts.usage_uncounted (secret_id, expires) values ($1, $2)
  on conflict do nothing`;
const findUncountedText =
  'select secret_id as "secretId" from accounts.usage_uncounted where secret_id = any($1::uuid[])';
const addCounts = `insert into accounts.usage as u (account_ref, secrets_created, secrets_burned, secrets_shared, emails_sent)
  select a.account_ref, $2, $3, $4, $5 from accounts.account a where a.account_ref = $1 for key share
  on conflict (account_ref) do update set
    secrets_created = u.secrets_created + excluded.secrets_created,
    secrets_burned = u.secrets_burned + excluded.secrets_burned,
    secrets_shared = u.secrets_shared + excluded.secrets_shared,
    emails_sent = u.emails_sent + excluded.emails_sent`;
const purgeStatement = { text: 'delete from accounts.usage_uncounted where expires <= $1 returning 1' };

/** By then the end of a secret has been heard, however long a service was down. */
const keepDays = 30;

/**
 * Usage is counted after the fact, from the logs of secrets and notifications: showing it a moment late harms
 * nobody, and no request waits for a counter. Once per event, because the inbox is in the same transaction.
 *
 * Shape    `tenantRef` of an event names the account; secrets no customer made (verification, support desk) are noted
 *          when they are created, so that their ends are not counted; accounts that are gone are left out
 */
export async function countUsage(events: readonly UsageEvent[], tx: Knex.Transaction): Promise<void> {
  await noteUncounted(events, tx);
  const uncounted = await findUncounted(events, tx);
  const counts = new Map<string, Counts>();
  for (const event of events) {
    const counter = uncounted.has(event.streamId) ? null : counterOf(event);
    if (counter === null || event.tenantRef === null) continue;
    const own = counts.get(event.tenantRef) ?? noCounts();
    own[counter] += 1;
    counts.set(event.tenantRef, own);
  }
  await add(counts, tx);
}

function counterOf(event: Heard): keyof Counts | null {
  switch (event.type) {
    case 'secret.created':
      return 'secretsCreated';
    case 'secret.received':
      return 'secretsShared';
    case 'secret.burned':
      return 'secretsBurned';
    case 'delivery.sent':
      return event.data.template === 'secret-link' ? 'emailsSent' : null;
    default: {
      const never: never = event;
      return never;
    }
  }
}

function noCounts(): Counts {
  return { secretsCreated: 0, secretsBurned: 0, secretsShared: 0, emailsSent: 0 };
}

/** Only for secrets that have an owner: the others are not counted anyway. */
async function noteUncounted(events: readonly UsageEvent[], tx: Knex.Transaction): Promise<void> {
  for (const { type, streamId, tenantRef, data } of events) {
    if (type !== 'secret.created' || tenantRef === null) continue;
    if (data.kind === 'share' || data.kind === 'generate') continue;
    await queryOn(tx, insertUncounted, [streamId, data.expiresAt]);
  }
}

async function findUncounted(events: readonly UsageEvent[], tx: Knex.Transaction): Promise<ReadonlySet<string>> {
  const owned = events.filter(({ type, tenantRef }) => type !== 'delivery.sent' && tenantRef !== null);
  if (owned.length === 0) return new Set();
  const { rows } = await queryOn<{ secretId: string }>(tx, findUncountedText, [owned.map(({ streamId }) => streamId)]);
  return new Set(rows.map(({ secretId }) => secretId));
}

/** In the order of the references, so that two transactions never wait for each other. */
async function add(counts: ReadonlyMap<string, Counts>, tx: Knex.Transaction): Promise<void> {
  for (const [accountRef, counted] of [...counts].sort(([left], [right]) => (left < right ? -1 : 1))) {
    const { secretsCreated, secretsBurned, secretsShared, emailsSent } = counted;
    await queryOn(tx, addCounts, [accountRef, secretsCreated, secretsBurned, secretsShared, emailsSent]);
  }
}

/** Deletes the notes on secrets that are over; returns how many. */
export async function purgeUncounted(pool: pg.Pool, at: Date): Promise<number> {
  const before = new Date(at.getTime() - keepDays * 86_400_000);
  return (await queryRows(pool, purgeStatement, [before])).length;
}

/** Counts what customers do, for their account page and for colonels. Rebuilt by raising the version. */
export const usageConsumer: ConsumerDefinition<UsageEvent> = {
  name: 'accounts.usage',
  version: 1,
  sources: ['secrets', 'notifications'],
  handles: usageEvents,
  tenantsOnly: true,
  onError: 'halt',
  handle: (events, { tx }) => countUsage(events, tx),
};
