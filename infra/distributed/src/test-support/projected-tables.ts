import { withClient } from '@onceover/postgres-kit/app-connection';
import type { PostgresAddress } from '@onceover/postgres-server';
import { deskTenant } from '@onceover/schema/events/tenants';

/** A table that holds what consumers make of events. */
interface Projected {
  readonly table: string;
  /** What of it they make: the columns, or SQL of them. Default: all of it. */
  readonly columns?: string;
  readonly where?: string;
}

/*
 * Columns that are left out, and why two systems that heard the same differ in them:
 *
 * notifications.account_feed_heads.written   the moment in which the head was moved
 * audit.heads.signed_seq                     up to where the signing chore of each has come, with its own key
 * *.inbox.at                                 the moment in which the event was handled
 * notifications.mail: state, attempts …      what the job of each did about the email
 * account_feed.seq of the desk               its feed also has what customers submit, which is recorded for them: between
 *                                            customers there is no order on a topic. It is dense all the same
 */
const desk = `'${deskTenant}'`;
const projected: readonly Projected[] = [
  { table: 'notifications.account_feed', where: `account_ref <> ${desk}` },
  {
    table: 'notifications.account_feed',
    columns: 'account_ref, log, event_id, kind, secret_ref, at',
    where: `account_ref = ${desk}`,
  },
  { table: 'notifications.account_feed', columns: 'account_ref, log, seq', where: `account_ref = ${desk}` },
  { table: 'notifications.account_feed_heads', columns: 'account_ref, log, seq, cut' },
  { table: 'notifications.account_feed_secrets' },
  { table: 'notifications.account_feed_erased' },
  {
    table: 'notifications.mail',
    columns:
      'delivery_id, event_id, template, recipient_slot, requested_by, tenant_ref, subject_ref, place, correlation_id, traceparent, in_digest',
  },
  { table: 'audit.entries' },
  { table: 'audit.heads', columns: 'tenant_ref, kind, log, seq, month, hash' },
  { table: 'audit.blocks' },
  { table: 'audit.activity_counts' },
  { table: 'accounts.usage' },
  { table: 'accounts.usage_uncounted' },
  { table: 'secrets.plan_limit' },
  ...['accounts', 'secrets', 'notifications', 'audit'].flatMap((schema) => [
    { table: `${schema}.inbox`, columns: 'consumer, event_id' },
    { table: `${schema}.dead_letters`, columns: 'consumer, event_id, error' },
  ]),
];

export type Rows = Readonly<Record<string, readonly string[]>>;

/** Every row of these tables as text, sorted, by table. */
export async function projectedRows(database: PostgresAddress): Promise<Rows> {
  return await withClient(database, async (client) => {
    await client.query('begin isolation level repeatable read');
    const found: [string, string[]][] = [];
    for (const { table, columns = '*', where = 'true' } of projected) {
      const { rows } = await client.query<{ row: string }>(
        `select t::text as row from (select ${columns} from ${table} where ${where}) t order by 1`,
      );
      found.push([`${table}: ${columns} where ${where}`, rows.map(({ row }) => row)]);
    }
    return Object.fromEntries(found);
  });
}
