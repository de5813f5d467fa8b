import { expect, test } from 'vitest';
import { z } from 'zod';
import { eventsIn } from './event-row.ts';
import { classed } from './field-class.ts';

const row = {
  fields: { size: classed('public', z.int()) },
  isTerminal: false,
  audit: { kind: 'activity', outcome: 'done' },
  feed: 'opened',
  bells: ['secret'],
  counts: null,
  readers: ['owner', 'partner'],
  email: null,
} as const;

test('a row says where its event stands and who hears of it for what it means', () => {
  const { event, rows } = eventsIn('secrets', 'schema/events/boxes.ts');
  event('box.opened', { ...row, consumers: ['accounts.boxes'] });
  expect(rows).toEqual([
    expect.objectContaining({
      type: 'box.opened',
      schemaVersion: 1,
      producer: 'secrets',
      topic: 'onceover.secrets.events.v1',
      key: 'account-or-stream',
      example: 'examples/box-opened.v1.json',
      consumers: ['accounts.boxes', 'notifications.account_feed', 'audit.trail'],
    }),
  ]);
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
  ['a consumer', { consumers: ['boxes'] }, 'consumers.0'],
  ['a reader', { readers: ['neighbour'] }, 'readers.0'],
  ['an email', { email: 'birthday' }, 'email'],
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
