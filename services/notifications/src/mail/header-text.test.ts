import { expect, test } from 'vitest';
import { fill, headerLine, plainLine } from './header-text.ts';

test('a line break is a space', () => {
  expect(plainLine('a\r\nBcc: evil@example.test')).toBe('a Bcc: evil@example.test');
  expect(plainLine('a\u2028b\u0085c\u0000d\u200ee')).toBe('a b c d e');
  expect(plainLine('  a \t\n b  ')).toBe('a b');
});

test('a line is cut at a hundred characters, none of them in half', () => {
  expect(Array.from(plainLine('🫖'.repeat(200)))).toHaveLength(100);
  expect(plainLine('a'.repeat(100))).toBe('a'.repeat(100));
  expect(plainLine('\ud800')).toBe('\ufffd');
});

test('what is said around a value stays whole', () => {
  const line = headerLine('{sender} sent you a secret', { sender: `${'a'.repeat(300)}@example.test` }, fill);
  expect(line).toHaveLength(100);
  expect(line).toMatch(/^a+… sent you a secret$/);
});

test('a text with a value nobody gave is a mistake', () => {
  expect(() => fill('{who} is it', {})).toThrow('{who}');
});
