import { anonymousPlanLimits } from '@onceover/schema/plans';
import { ConfigError, loadConfig } from '@onceover/service-kit/config';
import { expect, test } from 'vitest';
import { secretsConfig, wholeTicket } from './config.ts';

const load = (env: Record<string, string>) => loadConfig({ secrets: secretsConfig }, env).secrets;

test('without settings the anonymous plan is the contract’s', () => {
  expect(load({})).toMatchObject({
    kek: undefined,
    epochMinutes: 15,
    generatedLength: 12,
    anonymousMaxCharacters: anonymousPlanLimits.maxCharacters,
    anonymousMaxTtlSeconds: anonymousPlanLimits.maxTtlSeconds,
    anonymousDefaultTtlSeconds: anonymousPlanLimits.defaultTtlSeconds,
  });
});

test('an epoch shorter than five minutes or longer than a day is refused', () => {
  for (const minutes of ['4', '1441', 'soon']) {
    expect(() => load({ ONCEOVER_SECRETS_EPOCH_MINUTES: minutes })).toThrow(ConfigError);
  }
});

test('expiry is recorded at the latest after a minute', () => {
  expect(() => load({ ONCEOVER_SECRETS_SWEEP_SECONDS: '61' })).toThrow(ConfigError);
});

test('the support desk is an address in lower case, or there is none', () => {
  expect(load({}).incomingRecipient).toBeUndefined();
  expect(load({ ONCEOVER_INCOMING_RECIPIENT: 'Desk@Example.com' }).incomingRecipient).toBe('desk@example.com');
  expect(() => load({ ONCEOVER_INCOMING_RECIPIENT: 'nobody' })).toThrow(ConfigError);
});

test('a ticket pattern is a regular expression for the whole number, and never lets through what a subject cannot hold', () => {
  expect(() => load({ ONCEOVER_INCOMING_TICKET_PATTERN: '[' })).toThrow(ConfigError);
  const anything = wholeTicket('.*|[^]*');
  expect(anything.test('AB 12#3')).toBe(true);
  for (const bad of ['', 'a\nb', 'a@b', 'ü', 'x'.repeat(65), '<b>']) expect(anything.test(bad), bad).toBe(false);
  expect(wholeTicket('a|b').test('ab')).toBe(false);
});
