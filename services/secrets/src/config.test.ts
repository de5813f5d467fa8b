import { anonymousPlanLimits } from '@onceover/schema/plans';
import { ConfigError, loadConfig } from '@onceover/service-kit/config';
import { expect, test } from 'vitest';
import { secretsConfig } from './config.ts';

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
