import { type CommittedEvent, newsOf } from '@onceover/event-store';
import { queryRows } from '@onceover/postgres-kit/database-failure';
import type { SecretDeliveryConfirmed } from '@onceover/schema/events/secrets';
import type pg from 'pg';
import type { Redeliveries } from '../../../use-cases/reveal/redelivery.ts';
import type { RedeliveryRow } from '../../../use-cases/secret/secret-writes.ts';
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
    select ${secretColumns}, taken.e as epoch, taken.rblob
    from taken
    join secrets.secret s on s.lookup = taken.lookup`,
};

const confirmStatement = {
  name: 'confirm delivery',
  text: 'select secret_id as "streamId", tenant_ref as "tenantRef" from secrets.confirm_delivery($1, $2, $3, $4, $5)',
};

const confirmed: SecretDeliveryConfirmed = { type: 'secret.delivery_confirmed', schemaVersion: 1, data: {} };

/** Redelivery rows in PostgreSQL, judged by its clock. */
export function createPostgresRedeliveries(pool: pg.Pool, { check, onCommitted }: CommitListeners): Redeliveries {
  return {
    async take(lookup, tokenHash) {
      type TakenRow = SecretRow & Pick<RedeliveryRow, 'epoch' | 'rblob'>;
      const [row] = await queryRows<TakenRow>(pool, takeStatement, [lookup, tokenHash]);
      return row === undefined ? null : { epoch: row.epoch, rblob: row.rblob, secret: toStoredSecret(row) };
    },
    async acknowledge(lookup, tokenHash, { commandId, meta }) {
      const texts = [meta, { ...meta, actor: { ...meta.actor, kind: 'creator' as const } }].map((said) => {
        check({ events: [confirmed] }, said);
        return eventText(confirmed, { commandId, meta: said });
      });
      const values = [lookup, tokenHash, meta.actor.ref ?? null, ...texts];
      type ConfirmedRow = Pick<CommittedEvent, 'streamId' | 'tenantRef'>;
      const rows = await queryRows<ConfirmedRow>(pool, confirmStatement, values);
      const events = rows.map((row) => ({ ...row, ...confirmed }));
      const news = newsOf('secrets', events);
      if (news !== undefined) onCommitted(news);
    },
  };
}
