import { ConfigError } from '@onceover/service-kit/config';
import { expect, test } from 'vitest';
import { settingsFromFlags } from './flags.ts';

test('a flag is a setting, and what is not said stays open', () => {
  expect(settingsFromFlags(['--port', '4000', '--data-dir=/srv/data'])).toEqual({
    ONCEOVER_PORT: '4000',
    ONCEOVER_DATA_DIR: '/srv/data',
  });
  expect(settingsFromFlags(['--allow-open-keys'])).toEqual({ ONCEOVER_ALLOW_OPEN_KEYS: 'on' });
  expect(settingsFromFlags([])).toEqual({});
});

test.each([['--prot', '4000'], ['4000'], ['--port']])('an unknown or unfinished flag is refused: %s', (...args) => {
  expect(() => settingsFromFlags(args)).toThrow(ConfigError);
});

test('help is asked for, and which version it is', () => {
  expect(settingsFromFlags(['--help'])).toBe('help');
  expect(settingsFromFlags(['--version'])).toBe('version');
});
