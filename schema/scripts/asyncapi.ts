import { readFileSync } from 'node:fs';
import {
  binaryEventOf,
  binaryHeaderOf,
  type CloudEvent,
  cloudEventAttributes,
  cloudEventOf,
  type WebhookTest,
  webhookTest,
} from '../events/cloud-event.ts';
import { partnerPrefixOf, partnerTopic, partnerTopicOf } from '../events/partner-topics.ts';
import { dataSchemaOf, type PartnerEvent, partnerEvents, subjectOf } from '../events/partner-view.ts';
import { type JsonSchema, publicJsonSchema } from '../json-schema.ts';
import { release } from '../release.ts';
import { eventsForm } from '../rest/events.ts';

const ABOUT = `What happens to your secrets, your custom domains and the emails with your links, told within seconds.

Every event is a CloudEvent 1.0. It says what happened and to what, by ids that open nothing: never a secret, a key, a link or an address.
Ask the API for more, with the permissions that you have there.

**Delivery.** You ask for events, and go on from the position that the last answer gave; or they are sent to a webhook of yours; or, where the operators
run Kafka, they are on a topic of yours. Each comes at least once, so drop those whose \`source\` and \`id\` you have had, and put what came out
of order right by \`sequence\`.

**Changes.** Fields may be added to a type: ignore those that you do not know, and types too. A change that would break a receiver is a new type
with the suffix \`.v2\`, and for a while both are sent.`;

const servers = {
  site: {
    host: '{host}',
    protocol: 'https',
    description: 'The site.',
    security: [{ $ref: '#/components/securitySchemes/token' }],
    variables: { host: { description: 'Its host.', examples: ['once.example'] } },
  },
  receiver: {
    host: '{receiver}',
    protocol: 'https',
    description: 'Yours: the host in the address of a webhook that you have made in your account.',
    variables: { receiver: { description: 'A public host.', examples: ['tickets.acme.example'] } },
  },
  brokers: {
    host: '{brokers}',
    protocol: 'kafka-secure',
    description: 'The brokers, where the operators of the site let partners read.',
    security: [{ $ref: '#/components/securitySchemes/broker' }],
    variables: { brokers: { description: 'As the operators name them.', examples: ['kafka.once.example:9093'] } },
  },
};

const securitySchemes = {
  token: {
    type: 'http',
    scheme: 'basic',
    description: 'The email address of the account and an API token with the scope `events-read`.',
  },
  broker: { type: 'scramSha512', description: 'The user and password that the operators have made for you.' },
};

/** AsyncAPI 3.0 of the events that partners get: the same rows, fields and schemas that the delivery works with. */
export function asyncApi(): object {
  return {
    asyncapi: '3.0.0',
    info: { title: 'Onceover events', version: release.version, description: ABOUT },
    defaultContentType: 'application/json',
    servers,
    channels: { events: pulled(), webhook: webhook(), topic: topic() },
    operations: {
      answerEvents: {
        action: 'send',
        channel: { $ref: '#/channels/events' },
        summary: 'Answers with the events after a position.',
        bindings: {
          http: { method: 'GET', query: withoutDialect(publicJsonSchema(eventsForm)), bindingVersion: '0.3.0' },
        },
      },
      sendEvent: {
        action: 'send',
        channel: { $ref: '#/channels/webhook' },
        summary: 'Posts each event to the address of a webhook, until that answers 2xx.',
        bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
      },
      publishEvents: {
        action: 'send',
        channel: { $ref: '#/channels/topic' },
        summary: 'Puts each event on the topic of its account.',
      },
    },
    components: {
      securitySchemes,
      messages: Object.fromEntries([
        ...partnerEvents.map((view) => [view.type, messageOf(view)]),
        ...partnerEvents.map((view) => [webhookNameOf(view.type), webhookMessageOf(view)]),
        [webhookNameOf(testType), testMessage()],
        ...partnerEvents.map((view) => [binaryNameOf(view), binaryMessageOf(view)]),
      ]),
      messageTraits: { binary: binaryTrait(), webhook: webhookTrait() },
      schemas: {
        CloudEvent: withoutDialect(publicJsonSchema(cloudEventAttributes)),
        ...Object.fromEntries(partnerEvents.map((view) => [view.type, withoutDialect(dataSchemaOf(view))])),
      },
    },
  };
}

/** The JSON Schema of each type's data, by its type. */
export function eventSchemas(): ReadonlyMap<string, JsonSchema> {
  return new Map(partnerEvents.map((view) => [view.type, dataSchemaOf(view)]));
}

function pulled(): object {
  return {
    address: '/api/v2/events',
    title: 'Ask for them',
    description:
      'GET `/api/v2/events`, described with the API: events are in JSON, or one in each line. It can wait up to 30 seconds for the next event.',
    servers: [{ $ref: '#/servers/site' }],
    messages: Object.fromEntries(partnerEvents.map(({ type }) => [type, { $ref: `#/components/messages/${type}` }])),
  };
}

const testType: WebhookTest['type'] = webhookTest.shape.type.value;
const webhookNameOf = (type: string): string => `${type}.webhook`;

function webhook(): object {
  return {
    address: null,
    title: 'Have them sent to a webhook',
    description:
      'An address of yours, which you give us in your account: `https`, and a public host. Each message is one event, in the structured mode of CloudEvents, signed by Standard Webhooks. Only an answer of 2xx within 15 seconds counts; redirects are not followed. Whatever has not arrived is tried ten times in about three days, and `Retry-After` is honoured. What waited while your receiver was away comes later, so order by `sequence`. Your account shows what was sent for 30 days, and sends it again.',
    servers: [{ $ref: '#/servers/receiver' }],
    messages: Object.fromEntries(
      [...partnerEvents.map(({ type }) => type), testType].map((type) => [
        type,
        { $ref: `#/components/messages/${webhookNameOf(type)}` },
      ]),
    ),
  };
}

/** Every message of a webhook has these headers. */
function webhookTrait(): object {
  return {
    contentType: 'application/cloudevents+json',
    headers: {
      type: 'object',
      properties: {
        'webhook-id': { type: 'string', format: 'uuid', description: 'The `id` of the event, the same in every try.' },
        'webhook-timestamp': {
          type: 'string',
          pattern: '^\\d+$',
          description: 'When this try began, in Unix seconds.',
        },
        'webhook-signature': {
          type: 'string',
          description:
            'Signatures of `id.timestamp.body`, with a space between them: `v1,` and an HMAC-SHA256 with the secret of the webhook (two while it is replaced), `v1a,` and an Ed25519 signature of its public key. One that fits is enough.',
        },
      },
      required: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
    },
  };
}

/** The same event as whoever asks gets, and the headers beside it. */
function webhookMessageOf(view: PartnerEvent): object {
  const { contentType: _, ...message } = messageOf(view) as { readonly contentType: string };
  return { ...message, traits: [{ $ref: '#/components/messageTraits/webhook' }] };
}

function testMessage(): object {
  const id = '0197a000-0000-7000-8000-00000000000f';
  const payload: WebhookTest = {
    specversion: '1.0',
    id,
    source: '/onceover/once.example/notifications',
    type: testType,
    subject: '0197a000-0000-7000-8000-00000000000e',
    time: '2026-11-27T09:00:00.000Z',
    datacontenttype: 'application/json',
    data: {},
  };
  return {
    name: testType,
    title: 'webhook.test',
    summary: 'You have asked for a test of the webhook. Nothing has happened.',
    traits: [{ $ref: '#/components/messageTraits/webhook' }],
    payload: withoutDialect(publicJsonSchema(webhookTest)),
    examples: [{ payload }],
  };
}

/** In the address of a topic: what the operators have put before its name, and whose it is. */
const [PREFIX, ACCOUNT] = ['{prefix}', '{account}'];

function topic(): object {
  return {
    address: `${PREFIX}.${partnerTopicOf(ACCOUNT)}`,
    title: 'Read a topic of Kafka',
    description: `A topic of your own, as record for record an event in the binary mode of CloudEvents: its attributes are headers that begin with \`ce_\`, the value is \`data\`. You log in with SCRAM-SHA-512; names of your consumer groups begin with \`${PREFIX}.${partnerPrefixOf(ACCOUNT)}\`. It keeps events for ${partnerTopic.topicDays} days. The operators of the site make it, and say where it is.`,
    servers: [{ $ref: '#/servers/brokers' }],
    parameters: {
      prefix: { description: 'That of the installation.', default: 'onceover' },
      account: { description: 'The id of the account.' },
    },
    bindings: {
      kafka: {
        partitions: partnerTopic.partitions,
        topicConfiguration: { 'cleanup.policy': ['delete'], 'retention.ms': partnerTopic.topicDays * DAY_MS },
        bindingVersion: '0.5.0',
      },
    },
    messages: Object.fromEntries(
      partnerEvents.map((view) => [view.type, { $ref: `#/components/messages/${binaryNameOf(view)}` }]),
    ),
  };
}

const DAY_MS = 86_400_000;

const binaryNameOf = ({ type }: PartnerEvent): string => `${type}.binary`;

/** Every record has these headers. */
function binaryTrait(): object {
  const { properties = {}, required = [] } = withoutDialect(publicJsonSchema(cloudEventAttributes)) as {
    readonly properties?: Readonly<Record<string, object>>;
    readonly required?: readonly string[];
  };
  return {
    contentType: 'application/json',
    headers: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, schema]) => [binaryHeaderOf(name), schema]),
      ),
      required: required.map(binaryHeaderOf),
    },
    bindings: {
      kafka: {
        key: { type: 'string', format: 'uuid', description: 'The `partitionkey`.' },
        bindingVersion: '0.5.0',
      },
    },
  };
}

function binaryMessageOf(view: PartnerEvent): object {
  const { type, row } = view;
  const { headers, value } = binaryEventOf(exampleOf(view));
  return {
    name: type,
    title: row.type,
    summary: row.summary,
    traits: [{ $ref: '#/components/messageTraits/binary' }],
    headers: { type: 'object', properties: { ce_type: { const: type } } },
    payload: { $ref: `#/components/schemas/${type}` },
    examples: [{ headers, payload: JSON.parse(value) as object }],
  };
}

function messageOf(view: PartnerEvent): object {
  const { type, row } = view;
  const payload = {
    allOf: [
      { $ref: '#/components/schemas/CloudEvent' },
      {
        type: 'object',
        properties: { type: { const: type }, data: { $ref: `#/components/schemas/${type}` } },
        required: ['data'],
      },
    ],
  };
  return {
    name: type,
    title: row.type,
    summary: row.summary,
    contentType: 'application/cloudevents+json; charset=utf-8',
    payload,
    examples: [{ payload: exampleOf(view) }],
  };
}

/** As a part of a document, which says the dialect once. */
function withoutDialect(schema: JsonSchema): JsonSchema {
  const { $schema, $ref, $defs = {}, ...own } = schema as JsonSchema & { $defs?: Readonly<Record<string, JsonSchema>> };
  return typeof $ref === 'string' ? ($defs[$ref.replace('#/$defs/', '')] ?? own) : own;
}

interface GoldenEvent {
  readonly id: string;
  readonly streamId: string;
  readonly occurredAt: string;
  readonly data: object;
}

const goldenEventOf = ({ row }: PartnerEvent) =>
  JSON.parse(readFileSync(new URL(`../events/${row.example}`, import.meta.url), 'utf8')) as GoldenEvent;

/** The account of the examples. */
const SOME_ACCOUNT = '0197a000-0000-7000-8000-000000000002';

function exampleOf(view: PartnerEvent): CloudEvent {
  const { id, occurredAt, streamId, data: golden } = goldenEventOf(view);
  const data = view.data.parse(golden);
  const subject = subjectOf(view, { streamId, data });
  const { producer: log, type } = view.row;
  const kept = {
    eventId: id,
    tenantRef: SOME_ACCOUNT,
    log,
    type,
    subject,
    at: new Date(occurredAt),
    data,
    position: 42,
  };
  return cloudEventOf(kept, 'https://once.example');
}
