import { expect, test } from 'vitest';
import { createDoorbell } from './doorbell.ts';

test('every listener hears every ring, until disposed', () => {
  const heard: string[] = [];
  const doorbell = createDoorbell();
  const listener = () => void heard.push('twice');
  doorbell.onRing(listener);
  using _ = doorbell.onRing(listener);
  {
    using _inner = doorbell.onRing(() => void heard.push('inner'));
    doorbell.ring();
  }
  doorbell.ring();
  expect(heard).toEqual(['twice', 'twice', 'inner', 'twice', 'twice']);
});
