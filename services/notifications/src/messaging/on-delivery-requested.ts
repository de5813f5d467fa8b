import type { ConsumerDefinition, HandlerContext } from '@onceover/event-bus';
import type { RecordedEvent } from '@onceover/event-store';
import { meaningOf, typesWhere } from '@onceover/schema/events/catalog';
import { mailConsumer } from '@onceover/schema/events/event-row';
import { traceparentOf } from '@onceover/service-kit/origin';
import { sendMailJob } from '../domain/mail/mail-jobs.ts';
import type { WantedMail } from '../use-cases/mail/ports.ts';

/** In some types there may be no delivery id: nobody wants an email then. Without `inDigest` it leaves by itself. */
type Asking = RecordedEvent<string, { readonly deliveryId?: string; readonly inDigest?: boolean }>;

/** Writes an email down in the transaction of its event; false when that was done before. */
export type WriteDownMail = (tx: HandlerContext['tx'], mail: WantedMail) => Promise<boolean>;

/** Writes down every email that is asked for, once, and puts it to work; who gets it nobody knows yet. */
export function onDeliveryRequested(writeDown: WriteDownMail): ConsumerDefinition<Asking> {
  return {
    name: mailConsumer,
    version: 1,
    sources: ['secrets', 'accounts'],
    handles: typesWhere(({ email }) => email !== null),
    onError: 'park',
    async handle(events, { tx, enqueue }) {
      for (const mail of events.map(wantedMail)) {
        if (mail === null || !(await writeDown(tx, mail)) || mail.inDigest) continue;
        await enqueue(sendMailJob, { deliveryId: mail.deliveryId }, { traceparent: mail.traceparent });
      }
    },
  };
}

function wantedMail({ id, type, source, tenantRef, streamId, version, data, meta }: Asking): WantedMail | null {
  const { deliveryId, inDigest = false } = data;
  const { email: template } = meaningOf(type);
  if (deliveryId === undefined || template === null) return null;
  const { correlationId, traceparent = null } = meta;
  return {
    deliveryId,
    eventId: id,
    template,
    requestedBy: source as WantedMail['requestedBy'],
    tenantRef,
    subjectRef: streamId,
    place: version,
    correlationId,
    traceparent: traceparent === traceparentOf(correlationId) ? null : traceparent,
    inDigest,
  };
}
