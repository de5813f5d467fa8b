import type { CommandContext, StreamAppend } from '@onceover/event-store';
import { meaningOf } from '@onceover/schema/events/catalog';
import type { DeliveryEvent } from '@onceover/schema/events/notifications';
import { idFrom } from '@onceover/service-kit/ids';
import { ownOrigin } from '@onceover/service-kit/origin';
import type { MailEnd, TakenMail } from '../../use-cases/mail/ports.ts';

/** What can become of an email; only what came back had an end before. */
export type MailFate = MailEnd | 'bounced';

/** Names of commands are made in this namespace, so that they meet no other service's. */
const NAMESPACE = '2f3b7a86-94c5-5d0e-a1f7-6b8d25c90e43';

/** A stream has one ending: an email that is sent again after it has failed goes on in another. */
function streamOf({ deliveryId, round }: TakenMail): string {
  return round === 0 ? deliveryId : idFrom(NAMESPACE, roundOf({ deliveryId, round }));
}

function roundOf({ deliveryId, round }: Pick<TakenMail, 'deliveryId' | 'round'>): string {
  return round === 0 ? deliveryId : `${deliveryId}:${round}`;
}

/** The secret whose link an email carries: its service asks for emails in the secret's own stream. */
export function secretOf({ requestedBy, subjectRef }: Pick<TakenMail, 'requestedBy' | 'subjectRef'>) {
  return requestedBy === 'secrets' ? { secretId: subjectRef } : {};
}

/** The event that says what became of an email, in the email's own stream. */
export function fateOf(mail: TakenMail, fate: MailFate, reasonCode: string | null): StreamAppend {
  const data = {
    deliveryId: mail.deliveryId,
    template: mail.template,
    attempt: mail.attempt,
    requestedBy: mail.requestedBy,
    ...(reasonCode === null ? {} : { reasonCode }),
    ...secretOf(mail),
  };
  const type: DeliveryEvent['type'] = `delivery.${fate}`;
  const isEnd = meaningOf(type).isTerminal;
  return {
    stream: { id: streamOf(mail), category: 'delivery' },
    expected: isEnd ? 'none' : 1,
    events: [{ type, schemaVersion: 1, data }],
    ...(isEnd && { closes: true }),
  };
}

/** Whoever records the same of the same email again runs the same command, which runs once. */
export function recordingOf(mail: TakenMail, fate: MailFate): CommandContext {
  const { eventId, tenantRef, correlationId, traceparent } = mail;
  const origin = { ...ownOrigin('mail'), ...(traceparent !== null && { traceparent }) };
  return {
    commandId: idFrom(NAMESPACE, `${fate}:${roundOf(mail)}`),
    tenantRef,
    meta: { correlationId, causationId: eventId, actor: { kind: 'system' }, ...origin },
  };
}
