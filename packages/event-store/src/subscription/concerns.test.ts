import { describe, expect, test } from 'vitest';
import { newsOf } from '../commands/news-of.ts';
import type { CommitNews, Position, SubscriptionSpec } from '../types.ts';
import { concerns } from './concerns.ts';

const at = (text: string) => text as Position;
const news = (owned: readonly string[], unowned: readonly string[]): CommitNews => ({
  source: 'boxes',
  owned: new Set(owned),
  unowned: new Set(unowned),
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

test('the news of a batch tell the types of tenants from those of nobody, and where the last event is', () => {
  const batch = [
    { position: at('2'), isOwned: true, types: ['box.filled', 'box.noted'] },
    { position: at('3'), isOwned: false, types: ['box.noted'] },
    { position: at('1'), isOwned: false, types: ['box.noted'] },
  ];
  expect(newsOf('boxes', batch)).toEqual({
    source: 'boxes',
    owned: new Set(['box.filled', 'box.noted']),
    unowned: new Set(['box.noted']),
  });
  expect(newsOf('boxes', [])).toBeUndefined();
});
