import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { keepText, useTakenText } from './kept-text.ts';

function Taker() {
  return useTakenText('taker');
}

test('a field that is drawn again before it stands has its kept text still', () => {
  keepText('taker', 'plum');
  const draw = () => renderToString(createElement(Taker));
  expect([draw(), draw()]).toEqual(['plum', 'plum']);
});
