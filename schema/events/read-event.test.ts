import { WrittenByNewerVersion } from '@onceover/service-kit/errors';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { envelopeOf } from './envelope.ts';
import type { CatalogEntry } from './event-row.ts';
import { classed } from './field-class.ts';
import { readEventsBy } from './read-event.ts';

const origin = { surface: 'system', traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00' };

const meansNothing = {
  isTerminal: false,
  audit: null,
  feed: null,
  bells: [],
  counts: null,
  readers: [],
  email: null,
  steps: null,
};

const versionOf = (schemaVersion: number, shape: z.ZodRawShape, upcast?: CatalogEntry['upcast']): CatalogEntry => ({
  type: 'box.filled',
  schemaVersion,
  producer: 'secrets',
  topic: 'boxes',
  retentionDays: 1,
  ...meansNothing,
  consumers: [],
  schema: envelopeOf('box.filled', schemaVersion, z.object(shape)),
  example: '',
  ...(upcast === undefined ? {} : { upcast }),
});
const size = classed('public', z.int());
const colour = classed('public', z.string());
const litres = classed('public', z.int());
const read = readEventsBy([
  versionOf(2, { size, colour }, (data) => ({ ...data, colour: 'plain' })),
  versionOf(3, { litres, colour }, ({ size: boxes, ...data }) => ({ ...data, litres: Number(boxes) * 10 })),
  versionOf(1, { size }),
]);
const meta = { correlationId: 'test', actor: { kind: 'system' }, ...origin };
const event = (schemaVersion: number, data: object, type = 'box.filled') => ({
  id: 'e1',
  type,
  schemaVersion,
  data,
  meta,
});

test('versions are raised one after the other, and everything else about the event stays', () => {
  expect(read(event(1, { size: 2 }))).toEqual(event(3, { colour: 'plain', litres: 20 }));
  expect(read(event(2, { size: 1, colour: 'red' }))).toEqual(event(3, { colour: 'red', litres: 10 }));
  expect(read(event(3, { litres: 5, colour: 'red' }))).toEqual(event(3, { litres: 5, colour: 'red' }));
});

test('an event in the log of a service that does not write such events is none, and its log is not quoted', () => {
  const wanted = event(3, { litres: 5, colour: 'red' });
  expect(read({ ...wanted, source: 'secrets' })).toMatchObject({ type: 'box.filled' });
  expect(() => read({ ...wanted, source: 'notifications' })).toThrow(
    'box.filled 3 cannot be read: the log that it is in has no such events',
  );
});

test('handlers do not see what they cannot know', () => {
  const later = { ...event(3, { litres: 5, colour: 'red', later: true }), meta: { ...meta, later: true } };
  expect(read(later)).toEqual(event(3, { litres: 5, colour: 'red' }));
});

test('an event of a version to come is told from one that is wrong: whoever hears it waits for an update', () => {
  expect(() => read(event(9, {}))).toThrow(WrittenByNewerVersion);
  expect(() => read(event(1, {}, 'box.emptied'))).toThrow(TypeError);
});

test.each([
  ['does not fit after it was brought up to date', event(1, { size: 'big' }), 'box.filled 1'],
  [
    'has a version from the future',
    event(9, {}),
    'box.filled 9 cannot be read: a newer version of this software has written it; update',
  ],
  ['is of an unknown type', event(1, {}, 'box.emptied'), 'does not list it'],
])('an event that %s reaches no handler', (_name, stored, message) => {
  expect(() => read(stored)).toThrow(message);
});
