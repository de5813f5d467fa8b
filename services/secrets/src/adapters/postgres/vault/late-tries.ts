import { queryRows } from '@onceover/postgres-kit/database-failure';
import type { Caller } from '@onceover/schema/caller';
import type pg from 'pg';
import type { RefusedOpening } from '../../../use-cases/reveal/refused-openings.ts';
import { secretFlags } from '../../secret-flags.ts';
import type { Counted } from './noted.ts';
import { openable } from './secret-row.ts';

/** Somebody came with a key that opened nothing. */
export interface UnopenedKey {
  readonly lookup: Buffer;
  readonly caller: Caller;
}

/**
 * Keys are lookups, and the accounts that came with them. An account's own secrets are left out, and links to verify an
 * account.
 */
const lateStatement = {
  name: 'late tries',
  text: `
    select k.number::int, found.*
    from unnest($1::bytea[], $2::uuid[]) with ordinality as k(lookup, account, number)
    cross join lateral (
      select s.secret_id as "secretId", s.owner_ref as "ownerRef" from secrets.secret s
      where s.lookup = k.lookup and not (${openable}) and s.flags & ${secretFlags.isVerification} = 0
        and (k.account is null or s.owner_ref is distinct from k.account)
      offset 0
    ) found`,
};

/** The same key of the same account, or of visitors, is one. */
export function nameOfKey({ lookup, caller }: UnopenedKey): string {
  return `${lookup.toString('latin1')}${accountOf(caller) ?? ''}`;
}

/** Those of the keys that belong to secrets that have ended. */
export async function lateAmong(
  pool: pg.Pool,
  keys: readonly Counted<UnopenedKey>[],
): Promise<Counted<RefusedOpening>[]> {
  type LateRow = { readonly number: number; readonly secretId: string; readonly ownerRef: string | null };
  const rows = await queryRows<LateRow>(pool, lateStatement, [
    keys.map(({ what }) => what.lookup),
    keys.map(({ what }) => accountOf(what.caller)),
  ]);
  return rows.flatMap(({ number, secretId, ownerRef }) => {
    const key = keys[number - 1];
    if (key === undefined) return [];
    const { lookup, caller } = key.what;
    const secret = { secretId, binding: { lookup, ownerRef } };
    return [{ what: { secret, reason: 'late', caller }, count: key.count }];
  });
}

function accountOf(caller: Caller): string | null {
  return caller.kind === 'customer' ? caller.accountRef : null;
}
