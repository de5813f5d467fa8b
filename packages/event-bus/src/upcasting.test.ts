import type { RecordedEvent } from '@onceover/event-store';
import { expect, test } from 'vitest';
import { upcasting } from './upcasting.ts';

const event = (type: string, schemaVersion: number, data: RecordedEvent['data']) =>
  ({ type, schemaVersion, data, id: 'e1' }) as unknown as RecordedEvent;

const upcast = upcasting({
  'box.filled': {
    1: (data) => ({ ...data, colour: 'plain' }),
    2: ({ size, ...data }) => ({ ...data, litres: Number(size) * 10 }),
  },
});

test('versions are raised one after the other, and everything else about the event stays', () => {
  expect(upcast(event('box.filled', 1, { size: 2, later: true }))).toEqual(
    event('box.filled', 3, { colour: 'plain', litres: 20, later: true }),
  );
  expect(upcast(event('box.filled', 2, { size: 1, colour: 'red' }))).toEqual(
    event('box.filled', 3, { colour: 'red', litres: 10 }),
  );
});

test.each([
  ['of the newest version', event('box.filled', 3, {})],
  ['of a version from the future', event('box.filled', 9, {})],
  ['of a type without upcasters', event('box.emptied', 1, {})],
])('an event %s stays the same object', (_name, same) => {
  expect(upcast(same)).toBe(same);
});
