import { expect, test } from 'vitest';
import { z } from 'zod';
import { type EventOf, eventsIn } from './event-row.ts';
import { classed } from './field-class.ts';
import { readEventsBy } from './read-event.ts';

const row = {
  fields: { size: classed('public', z.int()) },
  isTerminal: false,
  audit: { kind: 'activity', outcome: 'done' },
  feed: 'opened',
  bells: ['secret'],
  counts: null,
  readers: ['owner', 'partner'],
  email: null,
  steps: null,
} as const;

test('a row says where its event stands and who hears of it for what it means', () => {
  const { event, rows } = eventsIn('secrets', 'schema/events/boxes.ts');
  event('box.opened', { ...row, consumers: ['accounts.boxes'] });
  expect(rows).toEqual([
    expect.objectContaining({
      type: 'box.opened',
      schemaVersion: 1,
      producer: 'secrets',
      topic: 'secrets.events.v1',
      example: 'examples/box-opened.v1.json',
      consumers: ['accounts.boxes', 'notifications.account_feed', 'audit.trail', 'notifications.partner_events'],
    }),
  ]);
});

test('a row that was written otherwise before has a row for each version, and knows how to make one of the other', () => {
  const { event, rows } = eventsIn('secrets', 'schema/events/boxes.ts');
  const inches = { size: classed('public', z.int()) };
  const coloured = { ...inches, colour: classed('public', z.string()) };
  const written = event('box.opened', {
    ...row,
    fields: { ...coloured, weight: classed('public', z.int()) },
    schemaVersion: 3,
    before: [
      { fields: inches, upcast: (data) => ({ ...data, colour: 'plain' }) },
      { fields: coloured, upcast: (data) => ({ ...data, weight: 1 }) },
    ],
  });
  const event3: EventOf<typeof written> = {
    type: 'box.opened',
    schemaVersion: 3,
    data: { size: 2, colour: 'plain', weight: 1 },
  };
  expect(rows.map(({ schemaVersion, example }) => [schemaVersion, example])).toEqual([
    [1, 'examples/box-opened.v1.json'],
    [2, 'examples/box-opened.v2.json'],
    [3, 'examples/box-opened.v3.json'],
  ]);
  const meta = { correlationId: 'test', actor: { kind: 'system' }, surface: 'system' };
  const read = readEventsBy(rows);
  expect(read({ type: 'box.opened', schemaVersion: 1, data: { size: 2 }, meta })).toEqual({ ...event3, meta });
});

test('a program does not start with an event that says nothing of a version before it', () => {
  const { event } = eventsIn('secrets', 'schema/events/boxes.ts');
  expect(() => event('box.opened', { ...row, schemaVersion: 2 })).toThrow(
    'schema/events/boxes.ts: box.opened is version 2, and says of 0 versions before it how they were',
  );
});

test.each([
  ['an audit kind', { audit: { kind: 'gossip', outcome: 'done' } }, 'audit.kind'],
  ['an outcome', { audit: { kind: 'activity', outcome: 'perhaps' } }, 'audit.outcome'],
  ['a feed kind', { feed: 'forgotten' }, 'feed'],
  ['a bell', { bells: ['church'] }, 'bells.0'],
  ['a count', { counts: { as: 'sheep' } }, 'counts.as'],
  ['a way to count', { counts: { as: 'opened', byAge: 'old' } }, 'counts.byAge'],
  [
    'a count of a field',
    { counts: { as: 'opened', onlyWhere: { field: 'hue', is: 'red' } } },
    'counts.onlyWhere.field',
  ],
  [
    'a count of a value that a field never has',
    { counts: { as: 'opened', onlyWhere: { field: 'size', is: 'red' } } },
    'counts.onlyWhere.is',
  ],
  ['a field whose class', { fields: { size: z.int() } }, 'size'],
  ['a consumer', { consumers: ['boxes'] }, 'consumers.0'],
  ['a reader', { readers: ['neighbour'] }, 'readers.0'],
  ['an email', { email: 'birthday' }, 'email'],
  ['a step', { steps: { atCounts: [1, 5], againSeconds: 60, ownerEmailedAt: [2] } }, 'steps'],
  ['nothing at all', { feed: undefined }, 'feed'],
])(
  'a program does not start with %s that nobody knows: the file, the type and the field are named',
  (_name, wrong, field) => {
    const { event } = eventsIn('secrets', 'schema/events/boxes.ts');
    expect(() => event('box.opened', { ...row, ...wrong } as never)).toThrow(
      new RegExp(`^schema/events/boxes\\.ts: box\\.opened .*: ${field},`),
    );
  },
);

test('a program does not start with events of a log that nobody keeps', () => {
  const { event } = eventsIn('barn' as never, 'schema/events/boxes.ts');
  expect(() => event('box.opened', row)).toThrow(/^schema\/events\/boxes\.ts: box\.opened .*: log,/);
});
