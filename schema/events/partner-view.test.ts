import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { catalog } from './catalog.ts';
import type { CatalogEntry } from './event-row.ts';
import { fieldClasses } from './field-class.ts';
import { dataSchemaOf, type PartnerEvent, partnerEvents, partnerViewOf, subjectOf } from './partner-view.ts';

const streamId = '0197a000-0000-7000-8000-000000000001';
const otherId = '0197a000-0000-7000-8000-000000000002';

const exampleOf = ({ example }: CatalogEntry) =>
  JSON.parse(readFileSync(new URL(example, import.meta.url), 'utf8')) as { streamId: string; data: object };

const namesOf = (row: CatalogEntry, isWanted: (fieldClass: string) => boolean) =>
  Object.entries(row.schema.shape.data.shape)
    .filter(([, field]) => isWanted(String(fieldClasses.get(field)?.class)))
    .map(([name]) => name);

const viewOf = (type: string) => partnerViewOf(type) as PartnerEvent;

test('partners get the events whose row names them, and no others', () => {
  for (const row of catalog)
    expect(partnerViewOf(row.type) !== undefined, row.type).toBe(row.readers.includes('partner'));
  expect(partnerEvents.length).toBeGreaterThan(10);
});

test('no internal field is in a view: not in its data, not in its JSON Schema', () => {
  const hidden = partnerEvents.flatMap(({ row }) => namesOf(row, (name) => name === 'internal'));
  expect(hidden).toContain('deliveryId');
  for (const view of partnerEvents) {
    const shown = namesOf(view.row, (name) => name === 'public' || name === 'tenant');
    const { properties } = dataSchemaOf(view);
    expect(Object.keys(properties as object), view.type).toEqual(shown);
    expect(Object.keys(view.data.parse(exampleOf(view.row).data)).filter((name) => !shown.includes(name))).toEqual([]);
  }
});

test('of what belongs to somebody only public fields are for everybody', () => {
  for (const { row, publicData, type } of partnerEvents) {
    const shown = namesOf(row, (name) => name === 'public');
    expect(Object.keys(publicData.shape), type).toEqual(shown);
    expect(Object.keys(publicData.parse(exampleOf(row).data)).filter((name) => !shown.includes(name))).toEqual([]);
  }
  expect(Object.keys(viewOf('domain.added').publicData.shape)).toEqual([]);
});

test('every event says to partners what happened', () => {
  for (const { row, type } of partnerEvents) expect(row.summary, type).toMatch(/^[A-Z].*\.$/);
});

test('what is sealed in the log stays there, as nobody outside could read it', () => {
  expect(Object.keys(viewOf('domain.added').data.shape)).toEqual(['domainId', 'accountRef']);
});

test('a type is known outside by a name of its own', () => {
  expect(viewOf('secret.received')).toMatchObject({
    type: 'io.onceover.secret.received',
    schemaPath: '/docs/events/schemas/io.onceover.secret.received.json',
  });
  expect(new Set(partnerEvents.map(({ type }) => type)).size).toBe(partnerEvents.length);
});

test('a receiver that checks an event by its JSON Schema accepts fields of a later release', () => {
  for (const view of partnerEvents) expect(dataSchemaOf(view)).not.toHaveProperty('additionalProperties');
});

test('an event is about its secret, wherever its row is recorded', () => {
  expect(subjectOf(viewOf('secret.received'), { streamId, data: {} })).toBe(streamId);
  expect(subjectOf(viewOf('delivery.sent'), { streamId, data: { deliveryId: streamId, secretId: otherId } })).toBe(
    otherId,
  );
});

test('an email about no secret has no subject, because its stream is named after its delivery', () => {
  expect(subjectOf(viewOf('delivery.sent'), { streamId, data: { deliveryId: streamId } })).toBeNull();
  expect(subjectOf(viewOf('domain.added'), { streamId, data: {} })).toBe(streamId);
});
