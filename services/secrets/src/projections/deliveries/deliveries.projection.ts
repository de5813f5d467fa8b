import type { Knex } from 'knex';

/** What became of one mail, as its own stream tells it. */
export interface DeliveryOutcome {
  readonly deliveryId: string;
  readonly version: number;
  readonly status: 'sent' | 'failed' | 'suppressed';
  readonly at: Date;
}

/** The fate of mails (`delivery`), asynchronous, for display. A row is of a version of the delivery's stream. */
export async function applyDeliveryOutcome(
  tx: Knex.Transaction,
  { deliveryId, version, status, at }: DeliveryOutcome,
): Promise<void> {
  await tx.raw(`update secrets.delivery set status = ?, at = ?, version = ? where delivery_id = ? and version < ?`, [
    status,
    at,
    version,
    deliveryId,
    version,
  ]);
}
