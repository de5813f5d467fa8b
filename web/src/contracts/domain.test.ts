import { expect, test } from 'vitest';
import { asciiHost } from './domain.ts';

test.each([
  ['once.example.com', 'once.example.com'],
  [' Once.Example.COM ', 'once.example.com'],
  ['büro.example', 'xn--bro-hoa.example'],
  ['סוד.example', 'xn--7dbd9a.example'],
])('DOM-5 %s becomes %s', (typed, host) => {
  expect(asciiHost(typed)).toBe(host);
});

test.each([[''], ['a b.example'], ['https://a.example'], ['a.example/x'], ['a@b.example'], ['a%2e.example']])(
  'DOM-4 %j is no host',
  (typed) => {
    expect(asciiHost(typed)).toBeNull();
  },
);
