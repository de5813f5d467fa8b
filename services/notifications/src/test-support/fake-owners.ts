import {
  claimAccountDelivery,
  claimSecretDelivery,
  forgetAccountDelivery,
  forgetSecretDelivery,
} from '@onceover/schema/internal/deliveries';
import { OutageError } from '@onceover/service-kit/errors';
import { type AskInternal, answering, createInternalCalls } from '@onceover/service-kit/internal-call';
import type pg from 'pg';

/** Secrets and accounts as far as emails know them: envelopes in a table, so that a process may die and another ask. */
export interface FakeOwners {
  readonly ask: AskInternal;
  /** While true, both answer that they cannot. */
  isAway: boolean;
}

export const fakeOwnerTable = `
  create schema fake_owner;
  create table fake_owner.envelope (delivery_id uuid primary key, sealed bytea not null, key_id uuid not null);`;

export function createFakeOwners(pool: pg.Pool): FakeOwners {
  const calls = createInternalCalls();
  const owners: FakeOwners = { ask: calls.ask, isAway: false };
  for (const claim of [claimSecretDelivery, claimAccountDelivery]) {
    calls.register([
      answering(claim, async ({ deliveryId }) => {
        if (owners.isAway) throw new OutageError('secrets');
        const { rows } = await pool.query<{ sealed: Buffer; key_id: string }>(
          'select sealed, key_id from fake_owner.envelope where delivery_id = $1',
          [deliveryId],
        );
        const [row] = rows;
        if (row === undefined) return { kind: 'gone' as const };
        return { kind: 'envelope' as const, sealed: row.sealed.toString('base64'), keyId: row.key_id };
      }),
    ]);
  }
  for (const forget of [forgetSecretDelivery, forgetAccountDelivery]) {
    calls.register([
      answering(forget, async ({ deliveryId }) => {
        await pool.query('delete from fake_owner.envelope where delivery_id = $1', [deliveryId]);
        return {};
      }),
    ]);
  }
  return owners;
}
