import { queryOn } from '@onceover/event-store';
import { queryRow, queryRows } from '@onceover/postgres-kit/database-failure';
import { sealingKey } from '@onceover/schema/internal/deliveries';
import { envelopeContext } from '@onceover/schema/internal/mail-envelope';
import type { Clock } from '@onceover/service-kit/clock';
import { newId } from '@onceover/service-kit/ids';
import type { AskInternal } from '@onceover/service-kit/internal-call';
import { sealBox } from '@onceover/service-kit/sealed-box';
import type pg from 'pg';
import type { Mailroom } from '../../use-cases/account/mailroom.ts';

interface SealingKey {
  readonly keyId: string;
  readonly publicKey: Buffer;
  readonly useUntil: Date;
}

const insertEnvelope = `insert into accounts.delivery_envelope (delivery_id, account_ref, sealed, key_id, expires_at)
  values ($1, $2, $3, $4, $5)`;
const claimStatement = {
  name: 'claim delivery',
  text: `select sealed, key_id as "keyId" from accounts.delivery_envelope
    where delivery_id = $1 and expires_at > $2`,
};
const forgetStatement = {
  name: 'forget delivery',
  text: 'delete from accounts.delivery_envelope where delivery_id = $1',
};

/** Emails as envelopes that only the notifications service can open. Source: events 6.4 */
export function createMailroom(pool: pg.Pool, ask: AskInternal, clock: Clock): Mailroom {
  let known: SealingKey | null = null;

  async function currentKey(): Promise<SealingKey> {
    if (known !== null && clock.now() < known.useUntil) return known;
    const { keyId, publicKey, useUntil } = await ask(sealingKey, {});
    known = { keyId, publicKey: Buffer.from(publicKey, 'base64'), useUntil: new Date(useUntil) };
    return known;
  }

  return {
    async seal(accountRef, envelope, expiresAt) {
      const { keyId, publicKey } = await currentKey();
      const deliveryId = newId();
      const plaintext = Buffer.from(JSON.stringify(envelope), 'utf8');
      const sealed = sealBox(publicKey, plaintext, Buffer.from(envelopeContext(deliveryId), 'utf8'));
      plaintext.fill(0);
      const values = [deliveryId, accountRef, sealed, keyId, expiresAt];
      return { deliveryId, write: async (tx) => void (await queryOn(tx, insertEnvelope, values)) };
    },
    claim: (deliveryId, at) => queryRow(pool, claimStatement, [deliveryId, at]),
    forget: async (deliveryId) => void (await queryRows(pool, forgetStatement, [deliveryId])),
  };
}
