import { z } from 'zod';
import { partnerViewOf } from './partner-view.ts';

/** Digits of a `sequence`, so that sequences are in the order of their texts. */
const SEQUENCE_DIGITS = 16;

/**
 * The attributes with which partners get an event, beside `data`.
 *
 * Source  CloudEvents 1.0, with the extensions sequence and partitioning; events 9
 */
export const cloudEventAttributes = z
  .object({
    specversion: z.literal('1.0'),
    id: z.uuid().meta({ description: 'With `source` it names the event. An event that comes twice has the same.' }),
    source: z
      .string()
      .regex(/^\/onceover\/[^/]+\/[\w-]+$/)
      .meta({
        description: '`/onceover/<host>/<service>`: the installation, and which of its services recorded it.',
        example: '/onceover/once.example/secrets',
      }),
    type: z.string().meta({ description: 'What happened.' }),
    subject: z
      .uuid()
      .optional()
      .meta({ description: 'What it happened to, such as the id of the secret. It opens nothing.' }),
    time: z.iso.datetime().meta({ description: 'When it happened.' }),
    datacontenttype: z.literal('application/json'),
    dataschema: z.url().meta({ description: 'Where the JSON Schema of `data` is.' }),
    sequence: z
      .string()
      .regex(new RegExp(`^\\d{${SEQUENCE_DIGITS}}$`))
      .meta({
        description: 'Its place among all events that you get, without gaps; compare as text.',
        example: '0000000000000042',
      }),
    partitionkey: z
      .uuid()
      .meta({ description: 'What belongs together has the same, such as all events of one secret.' }),
  })
  .meta({ id: 'CloudEvent' });
export type CloudEventAttributes = z.infer<typeof cloudEventAttributes>;

/** An event in the JSON format. Receivers deduplicate by `source` and `id`, and put what came out of order right by `sequence`. */
export const cloudEvent = z.object({ ...cloudEventAttributes.shape, data: z.record(z.string(), z.unknown()) });
export type CloudEvent = z.infer<typeof cloudEvent>;

/** The type, as it is kept, of the event that only tries a webhook; the catalogue has none of it. */
export const testType = 'webhook.test';

/** The event that only tries a webhook: nothing has happened, so it has no place among the others. */
export const webhookTest = z.object({
  ...cloudEventAttributes.omit({ dataschema: true, sequence: true, partitionkey: true }).shape,
  type: z.literal(`io.onceover.${testType}`),
  data: z.object({}),
});
export type WebhookTest = z.infer<typeof webhookTest>;

/** An event of a partner, as it is kept for them. */
export interface KeptEvent {
  readonly position: number;
  readonly eventId: string;
  /** The account or desk that it belongs to. */
  readonly tenantRef: string;
  readonly log: string;
  /** As in the catalogue, such as `secret.received`. */
  readonly type: string;
  readonly subject: string | null;
  readonly at: Date;
  /** Nothing but what partners see. */
  readonly data: Readonly<Record<string, unknown>>;
}

const sequenceOf = (position: number): string => String(position).padStart(SEQUENCE_DIGITS, '0');

/** `siteOrigin`: such as `https://onceover.example`. What is about nothing in particular is in order for its account. */
export function cloudEventOf(event: KeptEvent, siteOrigin: string): CloudEvent {
  const { eventId, log, subject, tenantRef, at, position, data } = event;
  const view = partnerViewOf(event.type);
  if (view === undefined) throw new TypeError(`partners do not get ${event.type}`);
  return {
    specversion: '1.0',
    id: eventId,
    source: `/onceover/${new URL(siteOrigin).host}/${log}`,
    type: view.type,
    ...(subject !== null && { subject }),
    time: at.toISOString(),
    datacontenttype: 'application/json',
    dataschema: `${siteOrigin}${view.schemaPath}`,
    sequence: sequenceOf(position),
    partitionkey: subject ?? tenantRef,
    data,
  };
}

/** `at`: when the test was asked for, so that every try has the same body. */
export const testEventOf = (
  { eventId, webhookId, at }: { readonly eventId: string; readonly webhookId: string; readonly at: Date },
  siteOrigin: string,
): WebhookTest => ({
  specversion: '1.0',
  id: eventId,
  source: `/onceover/${new URL(siteOrigin).host}/notifications`,
  type: webhookTest.shape.type.value,
  subject: webhookId,
  time: at.toISOString(),
  datacontenttype: 'application/json',
  data: {},
});

/** An event in the binary mode of Kafka: its attributes are headers, and the value is `data` alone. */
export interface BinaryEvent {
  /** The `partitionkey`, so that what belongs together is in order. */
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: string;
}

/** The name of the header that has an attribute. */
export const binaryHeaderOf = (attribute: string): string =>
  attribute === 'datacontenttype' ? 'content-type' : `ce_${attribute}`;

/** The same event as a record of Kafka. Source: CloudEvents 1.0, Kafka protocol binding 3.2. */
export function binaryEventOf({ data, ...attributes }: CloudEvent): BinaryEvent {
  const headers = Object.entries(attributes).map(([name, value]) => [binaryHeaderOf(name), value]);
  return { key: attributes.partitionkey, headers: Object.fromEntries(headers), value: JSON.stringify(data) };
}
