import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { DeliveryEnvelopes } from '../../../use-cases/delivery/mailing.ts';

interface EnvelopeRow {
  readonly sealed: Buffer;
  readonly key_id: string;
}

const claimStatement = {
  name: 'claim envelope',
  text: `
    select d.sealed, d.key_id
    from secrets.delivery_envelope d
    join secrets.secret s on s.lookup = d.lookup
    where d.delivery_id = $1 and d.expires_at > clock_timestamp()
      and s.state = 'new' and s.expires > clock_timestamp()`,
};
const forgetStatement = {
  name: 'forget envelope',
  text: 'delete from secrets.delivery_envelope where delivery_id = $1',
};

/** Sealed mails in PostgreSQL; the database's clock says which are too late. */
export function createPostgresDeliveryEnvelopes(pool: pg.Pool): DeliveryEnvelopes {
  return {
    async claim(deliveryId) {
      const [row] = await queryRows<EnvelopeRow>(pool, claimStatement, [deliveryId]);
      return row === undefined ? null : { sealed: row.sealed, keyId: row.key_id };
    },
    async forget(deliveryId) {
      await queryRows(pool, forgetStatement, [deliveryId]);
    },
  };
}
