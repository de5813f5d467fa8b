import { queryOn } from '@onceover/event-store';
import type { Knex } from 'knex';

/** What became of one email, according to its own stream. */
export interface DeliveryOutcome {
  readonly deliveryId: string;
  readonly version: number;
  readonly status: 'sent' | 'failed' | 'suppressed' | 'bounced';
  readonly at: Date;
}

/**
 * What became of emails (`delivery`), asynchronous, for display. A row tells the newest: an email that is sent again after it
 * has failed goes on in another stream, whose versions begin anew.
 */
export async function applyDeliveryOutcome(
  tx: Knex.Transaction,
  { deliveryId, version, status, at }: DeliveryOutcome,
): Promise<void> {
  await queryOn(
    tx,
    `update secrets.delivery set status = $2, at = $3, version = $4
       where delivery_id = $1 and (version = 0 or at < $3 or at = $3 and version < $4)`,
    [deliveryId, status, at, version],
  );
}
