import { describe, expect, test } from 'vitest';
import { newsOf } from '../commands/news-of.ts';
import type { CommitNews, SubscriptionSpec } from '../types.ts';
import { concerns } from './concerns.ts';

const news = (owned: readonly string[], unowned: readonly string[]): CommitNews => ({
  source: 'boxes',
  owned: new Set(owned),
  unowned: new Set(unowned),
  events: [],
});
const spec = (parts: Partial<SubscriptionSpec>): SubscriptionSpec => ({
  consumer: 'test',
  sources: ['boxes', 'crates'],
  startFrom: 'beginning',
  maxBatch: 1,
  ...parts,
});

describe('a commit concerns a subscription', () => {
  test.each([
    ['of everything', {}, [], ['box.noted'], true],
    ['of its type', { types: ['box.filled', 'box.noted'] }, [], ['box.noted'], true],
    ['of another type', { types: ['box.filled'] }, ['box.noted'], ['box.noted'], false],
    ['of tenants, when the event has one', { tenantsOnly: true, types: ['box.noted'] }, ['box.noted'], [], true],
    ['of tenants, when it has none', { tenantsOnly: true, types: ['box.noted'] }, ['box.filled'], ['box.noted'], false],
    ['of tenants and everything, when it has none', { tenantsOnly: true }, [], ['box.noted'], false],
    ['of another log', { sources: ['crates'] }, ['box.noted'], ['box.noted'], false],
  ] as const)('%s', (_name, parts, owned, unowned, isConcerned) => {
    expect(concerns(news(owned, unowned), spec(parts))).toBe(isConcerned);
  });
});

test('the news of a batch tell the types of tenants from those of nobody, and hold the very events', () => {
  const event = (type: string, tenantRef: string | null) => ({ type, tenantRef, streamId: 'a box', data: { size: 2 } });
  const batch = [
    event('box.filled', 'Ann'),
    event('box.noted', 'Ann'),
    event('box.noted', null),
    event('box.noted', null),
  ];
  const said = newsOf('boxes', batch);
  expect(said).toMatchObject({
    source: 'boxes',
    owned: new Set(['box.filled', 'box.noted']),
    unowned: new Set(['box.noted']),
  });
  expect(said?.events).toBe(batch);
  expect(newsOf('boxes', [])).toBeUndefined();
});
