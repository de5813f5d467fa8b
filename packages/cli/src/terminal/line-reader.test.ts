import { expect, test } from 'vitest';
import { LineReader } from './line-reader.ts';

function typed(...chunks: readonly string[]) {
  let echoed = '';
  const reader = new LineReader((text) => {
    echoed += text;
  });
  const endings = chunks.map((chunk) => reader.take(chunk));
  return { ending: endings.at(-1), text: reader.text, echoed };
}

test('Enter ends a line, and what follows is dropped', () => {
  expect(typed('plum', ' jam\rrest')).toEqual({ ending: 'entered', text: 'plum jam', echoed: 'plum jam' });
});

test('a paste of several lines is one text, also where it comes in pieces', () => {
  expect(typed('a\u001b[20', '0~one\rtwo\nth', 'ree\u001b[2', '01~\r')).toMatchObject({
    ending: 'entered',
    text: 'aone\ntwo\nthree',
  });
});

test('a control character that was pasted is text', () => {
  expect(typed('\u001b[200~a\u0003b\u001b[31m\u001b[201~', '\r').text).toBe('a\u0003b\u001b[31m');
});

test('Backspace takes back a whole character, Ctrl-U everything', () => {
  expect(typed('a🫖\u007f\u007f\u007fb\r')).toMatchObject({ text: 'b', echoed: 'a🫖\b \b\b \bb' });
  expect(typed('plum\u0015pear\r').text).toBe('pear');
});

test('arrows and other keys are not text', () => {
  expect(typed('a\u001b[A\u001b[1;5C\u001bOHb\u0001\r').text).toBe('ab');
});

test('Ctrl-C interrupts, Ctrl-D ends an empty line alone', () => {
  expect(typed('abc\u0003').ending).toBe('interrupted');
  expect(typed('\u0004').ending).toBe('ended');
  expect(typed('a\u0004').ending).toBeUndefined();
});
