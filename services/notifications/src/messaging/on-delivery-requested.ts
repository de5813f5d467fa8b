import type { ConsumerDefinition, HandlerContext } from '@onceover/event-bus';
import type { RecordedEvent } from '@onceover/event-store';
import type { MailTemplate } from '@onceover/schema/internal/mail-envelope';
import { z } from 'zod';
import { sendMailJob } from '../domain/mail/mail-jobs.ts';

/** Which mail each event asks for; `schema/events/catalog.ts` names the same types. */
const templates: Readonly<Record<string, MailTemplate>> = {
  'secret.delivery_requested': 'secret-link',
  'incoming.submitted': 'incoming',
  'account.registered': 'verify-account',
  'account.verification_requested': 'verify-account',
  'account.sign_up_repeated': 'account-exists',
  'account.reset_requested': 'password-reset',
  'account.password_changed': 'password-changed',
};

/** Optional in some types: nobody wants a mail then. */
const asking = z.object({ deliveryId: z.uuid().optional() });

/** An event asks for one mail to one recipient; several recipients are several events. */
const ONLY_SLOT = 0;

const INSERT = `
  insert into notifications.mail (delivery_id, event_id, template, recipient_slot, requested_by, tenant_ref, correlation_id)
    values (?::uuid, ?::uuid, ?, ?, ?, ?, ?) on conflict do nothing returning delivery_id`;

/** Writes down every mail that is asked for, once, and puts it to work; who gets it nobody knows yet. */
export const mailConsumer: ConsumerDefinition = {
  name: 'notifications.mail',
  version: 1,
  sources: ['secrets', 'accounts'],
  handles: Object.keys(templates),
  onError: 'park',
  async handle(events, context) {
    for (const event of events) await queueMail(event, context);
  },
};

async function queueMail(event: RecordedEvent, { tx, enqueue }: HandlerContext): Promise<void> {
  const { deliveryId } = asking.parse(event.data);
  const template = templates[event.type];
  if (deliveryId === undefined || template === undefined) return;
  const { id, source, tenantRef, meta } = event;
  const row = [deliveryId, id, template, ONLY_SLOT, source, tenantRef, meta.correlationId] as string[];
  const { rows }: { rows: readonly unknown[] } = await tx.raw(INSERT, row);
  if (rows.length > 0) await enqueue(sendMailJob, { deliveryId });
}
