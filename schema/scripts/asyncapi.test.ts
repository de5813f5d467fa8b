import asyncApiSpecs from '@asyncapi/specs';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type CloudEvent, HTTP, Kafka, type KafkaMessage } from 'cloudevents';
import { expect, test } from 'vitest';
import { catalog } from '../events/catalog.ts';
import { partnerEvents } from '../events/partner-view.ts';
import { asyncApi, eventSchemas } from './asyncapi.ts';

interface Message {
  readonly payload: object;
  readonly headers?: object;
  readonly examples: readonly {
    readonly payload: Readonly<Record<string, unknown>>;
    readonly headers?: Readonly<Record<string, string>>;
  }[];
}
interface Document {
  readonly channels: Readonly<Record<string, { readonly messages: object }>>;
  readonly components: {
    readonly messages: Readonly<Record<string, Message>>;
    readonly messageTraits: { readonly binary: { readonly headers: object } };
    readonly schemas: object;
  };
}

const document = asyncApi() as Document;
const { messages, messageTraits, schemas } = document.components;

test('the document is AsyncAPI, as its own JSON Schema says', () => {
  // It brings its own draft 7.
  const ajv = new Ajv({ strict: false, meta: false, validateSchema: false });
  addFormats.default(ajv);
  const validate = ajv.compile(asyncApiSpecs.schemas['3.0.0'] as object);
  validate(document);
  expect(validate.errors).toBeNull();
});

test('each channel has every event that partners get, and no other', () => {
  const types = partnerEvents.map(({ type }) => type);
  const withTest = [...types, 'io.onceover.webhook.test'];
  for (const [name, { messages: its }] of Object.entries(document.channels))
    expect(Object.keys(its)).toEqual(name === 'webhook' ? withTest : types);
  const variants = [...withTest.map((type) => `${type}.webhook`), ...types.map((type) => `${type}.binary`)];
  expect(Object.keys(messages)).toEqual([...types, ...variants]);
  expect([...eventSchemas().keys()]).toEqual(types);
});

test('what partners do not get is not named: neither other events nor internal fields', () => {
  const text = JSON.stringify(document);
  for (const { type, readers } of catalog) {
    if (!readers.includes('partner')) expect(text, type).not.toContain(`"io.onceover.${type}"`);
  }
  for (const name of ['deliveryId', 'networkTag', 'sizeBucket', 'hostname', 'requestedBy', 'actor'])
    expect(text).not.toContain(`"${name}"`);
});

test('every example is as its message says', () => {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'events', components: { schemas } });
  const mustFit = (schema: object, value: unknown) => {
    const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"events#/')) as object);
    validate(value);
    expect(validate.errors).toBeNull();
  };
  for (const { payload, headers, examples } of Object.values(messages)) {
    mustFit(payload, examples[0]?.payload);
    if (headers === undefined) continue;
    mustFit(headers, examples[0]?.headers);
    mustFit(messageTraits.binary.headers, examples[0]?.headers);
  }
});

test.each(partnerEvents)(
  'what CloudEvents has made for JavaScript reads $type to the same event from a record and from JSON',
  ({ type }) => {
    const [structured, binary] = [messages[type]?.examples[0], messages[`${type}.binary`]?.examples[0]];
    const { headers = {}, payload } = binary ?? expect.fail();
    const value = Buffer.from(JSON.stringify(payload));
    const record: KafkaMessage<Buffer> = { key: headers.ce_partitionkey ?? '', headers, value, body: value };
    const fromRecord = Kafka.toEvent(record) as CloudEvent;
    const fromJson = HTTP.toEvent({
      headers: { 'content-type': 'application/cloudevents+json; charset=utf-8' },
      body: JSON.stringify(structured?.payload),
    }) as CloudEvent;
    expect([fromRecord.validate(), fromJson.validate()]).toEqual([true, true]);
    expect(fromRecord.toJSON()).toEqual(structured?.payload);
    expect(fromJson.toJSON()).toEqual(fromRecord.toJSON());
  },
);
