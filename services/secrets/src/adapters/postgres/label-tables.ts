import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { Labels, SealedLabel } from '../../use-cases/label/label-secret.ts';

/** The row is touched, so that its key is returned also where there was one. An erased account gets none again. */
const ownerKeyStatement = {
  name: 'label key of an owner',
  text: `
    insert into secrets.label_key as k (owner_ref, wrapped)
      select $1::uuid, $2::bytea
      where not exists (select from secrets.plan_limit p where p.account_ref = $1 and p.is_erased)
      on conflict (owner_ref) do update set wrapped = k.wrapped
      returning k.wrapped`,
};

/** The key is locked until the commit: an erasure waits for it, and then takes the label too. */
const writeStatement = {
  name: 'write label',
  text: `
    with of_owner as materialized (
      select k.owner_ref from secrets.label_key k where k.owner_ref = $2 and k.wrapped = $3 for share
    )
    insert into secrets.label (secret_id, owner_ref, sealed)
      select s.secret_id, s.owner_ref, $4
      from secrets.secret s join of_owner on of_owner.owner_ref = s.owner_ref
      where s.lookup = $1
      on conflict (secret_id) do update set sealed = excluded.sealed
      returning secret_id`,
};

const removeStatement = {
  name: 'remove label',
  text: 'delete from secrets.label where secret_id = $1 and owner_ref = $2',
};

const findStatement = {
  name: 'label',
  text: `
    select k.wrapped as "ownerKey", l.sealed
    from secrets.label l join secrets.label_key k on k.owner_ref = l.owner_ref
    where l.secret_id = $1 and l.owner_ref = $2`,
};

export function createPostgresLabels(pool: pg.Pool): Labels {
  return {
    async ownerKey(ownerRef, fresh) {
      const [row] = await queryRows<{ wrapped: Buffer }>(pool, ownerKeyStatement, [ownerRef, fresh]);
      return row?.wrapped ?? null;
    },
    async write({ lookup, ownerRef, ownerKey, sealed }) {
      const rows = await queryRows(pool, writeStatement, [lookup, ownerRef, ownerKey, sealed]);
      return rows.length > 0;
    },
    async remove(secretId, ownerRef) {
      await queryRows(pool, removeStatement, [secretId, ownerRef]);
    },
    async find(secretId, ownerRef) {
      const [row] = await queryRows<SealedLabel>(pool, findStatement, [secretId, ownerRef]);
      return row ?? null;
    },
  };
}
