import { expect, test } from 'vitest';
import { EmptyFeedback, feedbackFrom } from './feedback.ts';

test('feedback is kept without the space around it', () => {
  expect(feedbackFrom('  more tea\nplease ')).toBe('more tea\nplease');
});

test('feedback longer than 999 characters is cut, and no character in half', () => {
  expect(feedbackFrom('a'.repeat(1000))).toBe('a'.repeat(999));
  expect(feedbackFrom('🫖'.repeat(1000))).toBe('🫖'.repeat(999));
});

test.each(['', '   \n\t', '\0'])('feedback that says nothing is refused: %j', (message) => {
  expect(() => feedbackFrom(message)).toThrow(EmptyFeedback);
});

test('what a database cannot keep is left out', () => {
  expect(feedbackFrom('a\0b\ud800')).toBe('ab\ufffd');
});
