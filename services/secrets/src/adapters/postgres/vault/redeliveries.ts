import { newsOf } from '@onceover/event-store';
import { queryRows } from '@onceover/postgres-kit/database-failure';
import type { SecretDeliveryConfirmed } from '@onceover/schema/events/secrets';
import type pg from 'pg';
import type { Redeliveries } from '../../../use-cases/reveal/redelivery.ts';
import { eventText } from './event-text.ts';
import { type SecretRow, secretColumns, toStoredSecret } from './secret-row.ts';
import type { CommitListeners } from './secret-writes.ts';

const takeStatement = {
  name: 'take redelivery',
  text: `
    with taken as (
      update secrets.redelivery r set left_count = r.left_count - 1
      where r.lookup = $1 and r.token_hash = $2 and r.left_count > 0 and r.until > clock_timestamp()
      returning r.lookup, r.e, r.rblob
    )
    select ${secretColumns}, taken.e, taken.rblob
    from taken
    join secrets.secret s on s.lookup = taken.lookup`,
};

interface ConfirmedRow {
  readonly streamId: string;
  readonly tenantRef: string | null;
}

const confirmStatement = {
  name: 'confirm delivery',
  text: 'select secret_id as "streamId", tenant_ref as "tenantRef" from secrets.confirm_delivery($1, $2, $3, $4, $5)',
};

const confirmed: SecretDeliveryConfirmed = { type: 'secret.delivery_confirmed', schemaVersion: 1, data: {} };

/** Redelivery rows in PostgreSQL, judged by its clock. */
export function createPostgresRedeliveries(pool: pg.Pool, { check, onCommitted }: CommitListeners): Redeliveries {
  return {
    async take(lookup, tokenHash) {
      type TakenRow = SecretRow & { readonly e: number; readonly rblob: Buffer };
      const [row] = await queryRows<TakenRow>(pool, takeStatement, [lookup, tokenHash]);
      return row === undefined ? null : { epoch: row.e, rblob: row.rblob, secret: toStoredSecret(row) };
    },
    async acknowledge(lookup, tokenHash, { commandId, meta }) {
      const events = [meta, { ...meta, actor: { ...meta.actor, kind: 'creator' as const } }].map((said) => {
        check({ events: [confirmed] }, said);
        return eventText(confirmed, { commandId, meta: said });
      });
      const values = [lookup, tokenHash, meta.actor.ref ?? null, ...events];
      const rows = await queryRows<ConfirmedRow>(pool, confirmStatement, values);
      const news = newsOf(
        'secrets',
        rows.map((row) => ({ ...row, ...confirmed })),
      );
      if (news !== undefined) onCommitted(news);
    },
  };
}
