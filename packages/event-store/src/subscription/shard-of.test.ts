import { expect, test } from 'vitest';
import { shardOf } from './shard-of.ts';

test('it is FNV-1a with its published values, because checkpoints depend on it', () => {
  const hashes = ['', 'a', 'foobar'].map((text) => shardOf(text, 0x1_0000_0000));
  expect(hashes).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968]);
});

test('one shard holds everything, and several divide it', () => {
  const ids = Array.from({ length: 4_000 }, () => crypto.randomUUID());
  expect(new Set(ids.map((id) => shardOf(id, 1)))).toEqual(new Set([0]));
  for (const shard of [0, 1, 2, 3]) {
    expect(ids.filter((id) => shardOf(id, 4) === shard).length).toBeGreaterThan(800);
  }
});
