import { expect, test } from 'vitest';
import { idFrom, newId } from './ids.ts';

test('new ids are UUIDv7, all different, and carry the time they were made', () => {
  const before = Date.now();
  const ids = Array.from({ length: 10_000 }, newId);
  const after = Date.now();
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const madeAt = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
    expect(madeAt).toBeGreaterThanOrEqual(before);
    expect(madeAt).toBeLessThanOrEqual(after);
  }
});

test('the same name gives the same id, another name another one', () => {
  const namespace = newId();
  expect(idFrom(namespace, 'a')).toBe(idFrom(namespace, 'a'));
  expect(idFrom(namespace, 'a')).not.toBe(idFrom(namespace, 'b'));
});
