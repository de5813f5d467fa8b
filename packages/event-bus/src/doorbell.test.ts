import type { CommitNews } from '@onceover/event-store';
import { expect, test } from 'vitest';
import { createDoorbell } from './doorbell.ts';

const newsOf = (source: string): CommitNews => ({
  source,
  owned: new Set(),
  unowned: new Set(['box.noted']),
  events: [],
});

test('every listener hears every ring and what it is about, until disposed', () => {
  const heard: string[] = [];
  const doorbell = createDoorbell();
  const listener = ({ source }: CommitNews) => void heard.push(`twice ${source}`);
  doorbell.onRing(listener);
  using _ = doorbell.onRing(listener);
  {
    using _inner = doorbell.onRing(({ source }) => void heard.push(`inner ${source}`));
    doorbell.ring(newsOf('boxes'));
  }
  doorbell.ring(newsOf('crates'));
  expect(heard).toEqual(['twice boxes', 'twice boxes', 'inner boxes', 'twice crates', 'twice crates']);
});
