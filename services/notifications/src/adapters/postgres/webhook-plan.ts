import { queryOn } from '@onceover/event-store';
import type { Knex } from 'knex';

/** What a webhook becomes that is removed: nobody sees it, and it is deleted bit by bit. */
export const HIDDEN = `
  state = 'removed', target = '', secret = '', old_secret = null, old_secret_until = null, private_key = ''`;

/** Waits for nobody who changes or removes one: the key of its row stays. */
const PLAN = `
  insert into notifications.webhook_delivery (delivery_id, webhook_id, position, event_id, type, subject, next_try, created)
    select gen_random_uuid(), w.webhook_id, e.position, e.event_id, e.type, e.subject, clock_timestamp(), clock_timestamp()
      from notifications.partner_event e join notifications.webhook w using (partner_ref)
      where e.partner_ref = any ($1::uuid[]) and e.event_id = any ($2::uuid[]) and w.state <> 'removed'
        and (w.types is null or e.type = any (w.types))
      order by e.position
      for key share of w
    on conflict do nothing`;

/** Has events sent to the webhooks of these partners that want them, in the transaction that adds them; false: none does. */
export async function planDeliveries(
  tx: Knex.Transaction,
  partners: readonly string[],
  eventIds: readonly string[],
): Promise<boolean> {
  const { rowCount } = await queryOn(tx, PLAN, [partners, eventIds]);
  return (rowCount ?? 0) > 0;
}
