import { queryRows } from '@onceover/postgres-kit/database-failure';
import { newId } from '@onceover/service-kit/ids';
import type pg from 'pg';
import type { DeliveryEnvelopes, MailQuota } from '../../use-cases/delivery/mailing.ts';
import { openable } from './vault/secret-row.ts';

const reserveQuota = {
  name: 'reserve mails',
  text: 'select secrets.reserve_mails($1, $2, $3, $4, $5) as wait_seconds',
};
const giveBackQuota = {
  name: 'give back mails',
  text: 'delete from secrets.mail_reservation where reservation_id = $1',
};

/** Counted emails in PostgreSQL. `hash` is an HMAC: neither account nor address is stored. */
export function createPostgresMailQuota(pool: pg.Pool, hash: (subject: string) => Buffer): MailQuota {
  return {
    async reserve(uses) {
      const id = newId();
      const values = [
        id,
        uses.map(({ subject }) => hash(subject)),
        uses.map(({ count }) => count),
        uses.map(({ limit }) => limit),
        uses.map(({ windowSeconds }) => windowSeconds),
      ];
      const [row] = await queryRows<{ wait_seconds: number }>(pool, reserveQuota, values);
      if (row === undefined) throw new TypeError('reserve_mails returned no row');
      const { wait_seconds: retryAfterSeconds } = row;
      return retryAfterSeconds === 0 ? { kind: 'reserved', id } : { kind: 'reached', retryAfterSeconds };
    },
    async giveBack(id) {
      await queryRows(pool, giveBackQuota, [id]);
    },
  };
}

const claimEnvelope = {
  name: 'claim envelope',
  text: `
    select d.sealed, d.key_id as "keyId"
    from secrets.delivery_envelope d
    join secrets.secret s on s.lookup = d.lookup
    where d.delivery_id = $1 and d.expires_at > clock_timestamp()
      and ${openable}`,
};
const forgetEnvelope = {
  name: 'forget envelope',
  text: 'delete from secrets.delivery_envelope where delivery_id = $1',
};

/** Sealed emails in PostgreSQL; the database's clock says which are too late. */
export function createPostgresDeliveryEnvelopes(pool: pg.Pool): DeliveryEnvelopes {
  return {
    async claim(deliveryId) {
      const [row] = await queryRows<{ sealed: Buffer; keyId: string }>(pool, claimEnvelope, [deliveryId]);
      return row ?? null;
    },
    async forget(deliveryId) {
      await queryRows(pool, forgetEnvelope, [deliveryId]);
    },
  };
}
