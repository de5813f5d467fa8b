import type { Observed } from '@onceover/schema/rest/secret';
import { expect, test } from 'vitest';
import { type Doubt, type Seen, weigh } from './weigh.ts';

/** Somebody who read the page, moved the mouse to the button and clicked. */
const person: Observed = {
  automated: false,
  readyMs: 2_300,
  gesture: 'mouse',
  moves: 9,
  inputs: 0,
  active: true,
  way: 'click',
  heldMs: 0,
};
const ourPage = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' } as const;
const ordinary: Seen = { headers: ourPage, isFromScanner: false, hasManyLinks: false, hasPassphrase: false };

type Case = readonly [string, Partial<Observed>, Partial<Seen>, readonly Doubt[]];

test.each<Case>([
  ['a person with a mouse', {}, {}, []],
  ['a person who moved the mouse just enough', { moves: 3 }, {}, []],
  ['a finger, without a path', { gesture: 'touch', moves: 0, inputs: 1 }, {}, []],
  ['a pen, without a path', { gesture: 'pen', moves: 0, inputs: 1 }, {}, []],
  ['the keyboard alone', { gesture: 'key', moves: 0, inputs: 3 }, {}, []],
  ['the keyboard, with one step to the button', { gesture: 'key', moves: 0, inputs: 2 }, {}, []],
  ['Enter in the field of the passphrase', { gesture: 'key', moves: 0, inputs: 9 }, { hasPassphrase: true }, []],
  [
    'Enter where a password manager filled the field',
    { gesture: 'key', moves: 0, inputs: 1 },
    { hasPassphrase: true },
    [],
  ],
  ['a screen reader, a switch or a voice, which presses without anything', { gesture: 'virtual', moves: 0 }, {}, []],
  ['a passphrase that was typed, then a mouse that hardly moved', { moves: 1, inputs: 5 }, {}, []],
  ['a wheel that was turned to the button, then a mouse that rests', { moves: 0, inputs: 3 }, {}, []],
  ['a slow hand', { readyMs: 10_000 }, {}, []],
  ['the quickest person', { readyMs: 800 }, {}, []],
  ['a browser that says nothing of activity', { active: null }, {}, []],
  ['a browser without Fetch metadata', {}, { headers: {} }, []],
  ['a fetch that says no more than its mode', {}, { headers: { 'sec-fetch-mode': 'same-origin' } }, []],
  ['a browser that is driven', { automated: true }, {}, ['automation']],
  ['a click before the page was seen', { readyMs: 700 }, {}, ['hasty']],
  ['a click on a page that never was in front', { readyMs: 0 }, {}, ['hasty']],
  ['a mouse out of nowhere', { moves: 0 }, {}, ['pathless']],
  ['a mouse that jumps', { moves: 2 }, {}, ['pathless']],
  ['one turn of the wheel, and a mouse out of nowhere', { moves: 1, inputs: 1 }, {}, ['pathless']],
  ['the only key that was pressed', { gesture: 'key', moves: 9, inputs: 1 }, {}, ['pathless']],
  ['nobody active', { active: false }, {}, ['inactive']],
  ['a form that is sent by navigating', {}, { headers: { 'sec-fetch-mode': 'navigate' } }, ['request']],
  ['a request for a script', {}, { headers: { ...ourPage, 'sec-fetch-dest': 'script' } }, ['request']],
  ['a request without CORS', {}, { headers: { 'sec-fetch-mode': 'no-cors' } }, ['request']],
  ['the network of a scanner', {}, { isFromScanner: true }, ['scanner']],
  ['many links at once', {}, { hasManyLinks: true }, ['many-links']],
  [
    'a robot',
    { automated: true, readyMs: 100, moves: 1 },
    { isFromScanner: true },
    ['automation', 'hasty', 'pathless', 'scanner'],
  ],
])('%s', (_who, observed, seen, doubts) => {
  expect(weigh({ ...person, ...observed }, { ...ordinary, ...seen })).toEqual(doubts);
});

test('a page that does not say what it observed is in doubt, whatever else is seen', () => {
  expect(weigh(undefined, ordinary)).toEqual(['unobserved']);
});
