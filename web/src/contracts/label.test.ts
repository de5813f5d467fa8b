import { describe, expect, test } from 'vitest';
import { checkLabel, maxLabelCharacters } from './label.ts';

describe('a label is checked as the service does', () => {
  test.each([
    '',
    '   ',
    'Wi-Fi',
    'סיסמה',
    '👩‍👩‍👧',
    '🔑'.repeat(maxLabelCharacters),
    ` ${'x'.repeat(maxLabelCharacters)} `,
  ])('good: %s', (text) => expect(checkLabel(text)).toBeNull());

  test.each(['x'.repeat(maxLabelCharacters + 1), '🔑'.repeat(maxLabelCharacters + 1), 'a\u0000b', 'a\nb', 'a\u202Eb'])(
    'bad: %s',
    (text) => expect(checkLabel(text)).toBe('bad_label'),
  );
});
