import { cloudEventOf, testEventOf } from '@onceover/schema/events/cloud-event';
import { release } from '@onceover/schema/release';
import type { WebhookMessage } from './ports.ts';
import { signatureHeaders } from './signature.ts';
import type { TakenDelivery } from './webhooks.ts';

/**
 * The message of one try. Its body is the event as whoever asks for events gets it, in every try the same.
 *
 * Source  Standard Webhooks 1.0; CloudEvents 1.0, JSON format in structured mode
 */
export function messageOf(taken: TakenDelivery, siteOrigin: string): WebhookMessage {
  const { eventId: id, webhookId, event, createdAt, at, url, secrets, privateKey } = taken;
  const test = { eventId: id, webhookId, at: createdAt };
  const body = JSON.stringify(event === null ? testEventOf(test, siteOrigin) : cloudEventOf(event, siteOrigin));
  const timestampSeconds = Math.floor(at.getTime() / 1000);
  const signed = signatureHeaders({ id, timestampSeconds, body, secrets, privateKey });
  const headers = {
    ...signed,
    'content-type': 'application/cloudevents+json',
    'user-agent': `Onceover-Webhooks/${release.version}`,
  };
  return { url, headers, body };
}
