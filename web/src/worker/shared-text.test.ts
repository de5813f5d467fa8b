import { expect, test } from 'vitest';
import { sharedTextOf } from './shared-text.ts';

const shared = (fields: Readonly<Record<string, string>>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return sharedTextOf(form);
};

test.each([
  ['a text', { text: 'plum' }, 'plum'],
  ['a text with the title of its note', { title: 'My note', text: 'plum' }, 'plum'],
  ['an address', { title: 'A page', url: 'https://a.example/' }, 'https://a.example/'],
  ['a text and an address', { text: 'plum', url: 'https://a.example/' }, 'plum\nhttps://a.example/'],
  [
    'a text that has the address',
    { text: 'see https://a.example/', url: 'https://a.example/' },
    'see https://a.example/',
  ],
  ['a title alone', { title: 'My note', text: '', url: '' }, 'My note'],
  ['nothing', {}, ''],
  ['fields that were not asked for', { file: 'x', name: 'y' }, ''],
  ['blanks, signs and other letters as they are', { text: '  a&b=<c>\t שלום 🫐 \n' }, '  a&b=<c>\t שלום 🫐 \n'],
  ['lines as a form has them', { text: 'one\r\ntwo' }, 'one\ntwo'],
])('what is shared becomes the text: %s', (_what, fields, expected) => {
  expect(shared(fields)).toBe(expected);
});

test('a file is no text', () => {
  const form = new FormData();
  form.set('text', new File(['plum'], 'plum.txt'));
  expect(sharedTextOf(form)).toBe('');
});
