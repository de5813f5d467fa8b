import { expect, test } from 'vitest';
import { domainOf, parseMailFrom } from './mail-from.ts';

test.each([
  ['Onceover <no-reply@example.test>', { name: 'Onceover', address: 'no-reply@example.test' }],
  ['"Once, over" <a@b.test>', { name: 'Once, over', address: 'a@b.test' }],
  [' a@b.test ', { name: '', address: 'a@b.test' }],
  ['<a@b.test>', { name: '', address: 'a@b.test' }],
  ['Onceover <no-reply@localhost>', { name: 'Onceover', address: 'no-reply@localhost' }],
])('%s is a sender', (text, sender) => {
  expect(parseMailFrom(text)).toEqual(sender);
});

test.each(['', 'Onceover', 'a@b@c', 'A <a@b.test>, B <b@b.test>', 'A\r\nBcc: x <a@b.test>', 'a b@c.test'])(
  '%j is none',
  (text) => {
    expect(parseMailFrom(text)).toBeNull();
  },
);

test('the id of an email is in the domain of its sender', () => {
  expect(domainOf({ name: '', address: 'a@b.test' })).toBe('b.test');
});
