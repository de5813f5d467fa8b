import { queryOn } from '@onceover/event-store';
import type { AccountErased, AccountPlanChanged } from '@onceover/schema/events/accounts';
import type { Knex } from 'knex';

/**
 * What each account may do (`plan_limit`), asynchronous: seconds stale, the anonymous plan on a miss. A row is of a
 * version of the account's stream, so that events which come again or late change nothing.
 */
export async function applyPlanChange(
  tx: Knex.Transaction,
  version: number,
  { accountRef, limits }: AccountPlanChanged['data'],
): Promise<void> {
  await queryOn(
    tx,
    `insert into secrets.plan_limit as p
       (account_ref, version, max_characters, max_ttl, max_recipients, mails_per_day)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (account_ref) do update set version = excluded.version, max_characters = excluded.max_characters,
       max_ttl = excluded.max_ttl, max_recipients = excluded.max_recipients, mails_per_day = excluded.mails_per_day
     where p.version < excluded.version and not p.is_erased`,
    [accountRef, version, limits.size, limits.ttl, limits.maxRecipients, limits.mailsPerDay],
  );
}

/**
 * The account is gone: its limits, its labels and their key, and from its metadata the handles and the obscured
 * recipients. The secrets stay openable, and nothing that their ciphertexts are bound to changes.
 *
 * Source  security 3.2
 */
export async function applyErasure(
  tx: Knex.Transaction,
  version: number,
  { accountRef }: AccountErased['data'],
): Promise<void> {
  await queryOn(
    tx,
    `insert into secrets.plan_limit as p (account_ref, version, is_erased) values ($1, $2, true)
     on conflict (account_ref) do update set version = excluded.version, is_erased = true, max_characters = null,
       max_ttl = null, max_recipients = null, mails_per_day = null
     where not p.is_erased`,
    [accountRef, version],
  );
  await queryOn(tx, 'update secrets.secret s set r = null, recipients_obscured = null where s.owner_ref = $1', [
    accountRef,
  ]);
  await queryOn(tx, 'delete from secrets.label_key where owner_ref = $1', [accountRef]);
  await queryOn(tx, 'delete from secrets.label where owner_ref = $1', [accountRef]);
}
