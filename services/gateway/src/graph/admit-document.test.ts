import { parse } from 'graphql';
import { expect, test, vi } from 'vitest';
import { documentAdmission } from './admit-document.ts';

vi.mock('graphql', async (load) => {
  const graphql = await load<typeof import('graphql')>();
  return { ...graphql, parse: vi.fn(graphql.parse) };
});

test('whatever is sent, the documents that are asked for most are not read again', () => {
  const admit = documentAdmission(['{ secret(key: "k") { shortkey } }', '{ limits { ttl } }']);
  const limits = { query: '{ limits { ttl } }' };
  for (let sent = 0; sent < 2000; sent += 1) {
    admit({ query: `{ secret(key: "k") { shortkey${' '.repeat(sent)} } }` }, false);
    admit(limits, false);
  }
  vi.mocked(parse).mockClear();
  admit(limits, false);
  expect(parse).not.toHaveBeenCalled();
  expect(() => admit({ query: '{ limits { id } }' }, false)).toThrow();
  expect(parse).toHaveBeenCalled();
});

test('a page that is first asked for late is remembered, too', () => {
  const admit = documentAdmission(['{ secret(key: "k") { shortkey } }', '{ limits { ttl } }']);
  for (let sent = 0; sent < 2000; sent += 1)
    admit({ query: `{ secret(key: "k") { shortkey${' '.repeat(sent)} } }` }, false);
  admit({ query: '{ limits { ttl } }' }, false);
  vi.mocked(parse).mockClear();
  admit({ query: '{ limits { ttl } }' }, false);
  expect(parse).not.toHaveBeenCalled();
});
