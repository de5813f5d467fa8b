import { queryRows } from '@onceover/postgres-kit/database-failure';
import { newId } from '@onceover/service-kit/ids';
import type pg from 'pg';
import type { MailQuota } from '../../../use-cases/delivery/mailing.ts';

const reserveStatement = {
  name: 'reserve mails',
  text: 'select secrets.reserve_mails($1, $2, $3, $4, $5) as wait_seconds',
};
const giveBackStatement = {
  name: 'give back mails',
  text: 'delete from secrets.mail_reservation where reservation_id = $1',
};

/** Counted mails in PostgreSQL. `hash` is an HMAC: neither account nor address is stored. */
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
      const [row] = await queryRows<{ wait_seconds: number }>(pool, reserveStatement, values);
      if (row === undefined) throw new TypeError('reserve_mails answered nothing');
      const { wait_seconds: retryAfterSeconds } = row;
      return retryAfterSeconds === 0 ? { kind: 'reserved', id } : { kind: 'reached', retryAfterSeconds };
    },
    async giveBack(id) {
      await queryRows(pool, giveBackStatement, [id]);
    },
  };
}
