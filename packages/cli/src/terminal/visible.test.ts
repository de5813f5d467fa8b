import { expect, test } from 'vitest';
import { hasControls, visible } from './visible.ts';

test.each([
  ['\u001b]0;owned\u0007', '␛]0;owned␇'],
  ['a\rb\u0008c\u007f', 'a␍b␈c␡'],
  ['\u009b31m', '<U+009B>31m'],
  ['abc\u202egnp.exe', 'abc<U+202E>gnp.exe'],
])('what a terminal would execute is shown', (text, shown) => {
  expect(visible(text)).toBe(shown);
  expect(hasControls(text)).toBe(true);
  expect(hasControls(visible(text))).toBe(false);
});

test('text of any language, tabs and lines stay as they are', () => {
  const text = 'ünï 日本 🫖 שלום\tb\nc';
  expect(visible(text)).toBe(text);
  expect(hasControls(text)).toBe(false);
});
