import { expect, test } from 'vitest';
import webhooks from '../../i18n/locales/en/webhooks.json' with { type: 'json' };
import { canBeSentAgain, eventTypes, isUnderWay, nameOfType, stateOf } from './webhook-states.ts';

test.each([
  ['ACTIVE', null, 'active'],
  ['ACTIVE', 1_790_000_000, 'failing'],
  ['PAUSED', null, 'paused'],
  ['PAUSED', 1_790_000_000, 'paused'],
  ['GONE', 1_790_000_000, 'gone'],
  ['FAILING', 1_790_000_000, 'off'],
] as const)('%s, failing since %s, is %s', (state, failingSince, wanted) => {
  expect(stateOf({ state, failingSince })).toBe(wanted);
});

test('every type of event has words, a test too, and one that is unknown is shown by its name', () => {
  expect(eventTypes.length).toBeGreaterThan(10);
  for (const type of [...eventTypes, 'io.onceover.webhook.test'])
    expect(Object.keys(webhooks.types)).toContain(nameOfType(type));
  for (const type of ['io.onceover.secret.dreamt', 'toString', '']) expect(nameOfType(type)).toBeNull();
});

test('what waits and what was a test is not sent again', () => {
  for (const state of ['DELIVERED', 'FAILED', 'SKIPPED'] as const) {
    expect(canBeSentAgain({ state, position: '4' })).toBe(true);
    expect(canBeSentAgain({ state, position: null })).toBe(false);
  }
  expect(canBeSentAgain({ state: 'WAITING', position: '4' })).toBe(false);
});

test('the log changes at any moment only while something was not tried yet', () => {
  const attempt = {
    __typename: 'WebhookAttempt',
    at: 1_790_000_000,
    durationMs: 20,
    status: 503,
    problem: 'STATUS',
  } as const;
  expect(isUnderWay([])).toBe(false);
  expect(isUnderWay([{ state: 'WAITING', attempts: [attempt] }])).toBe(false);
  expect(isUnderWay([{ state: 'DELIVERED', attempts: [] }])).toBe(false);
  expect(
    isUnderWay([
      { state: 'DELIVERED', attempts: [] },
      { state: 'WAITING', attempts: [] },
    ]),
  ).toBe(true);
});
