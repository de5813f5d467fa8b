import path from 'node:path';
import { expect, test } from 'vitest';
import { loadEmbeddedConfig } from './config.ts';
import { connectionNeed } from './connection-need.ts';

test.each([
  [{}, './data-keys'],
  [{ ONCEOVER_DATA_DIR: '/srv/b', ONCEOVER_KEYS_DIR: '' }, '/srv/b-keys'],
  [{ ONCEOVER_DATA_DIR: '/srv/b/' }, '/srv/b-keys'],
  [{ ONCEOVER_DATA_DIR: 'b' }, path.resolve('b-keys')],
  [{ ONCEOVER_DATA_DIR: '/srv/b', ONCEOVER_KEYS_DIR: './elsewhere' }, './elsewhere'],
])('the keys lie beside the data unless another place is set: %j', (env, keysDir) => {
  const { accounts, secrets, notifications, gateway } = loadEmbeddedConfig(env);
  for (const config of [accounts, secrets, notifications, gateway]) expect(config.keysDir).toBe(keysDir);
});

test('the pools of two processes with default settings fit into a PostgreSQL with default settings', () => {
  const { perProcess } = connectionNeed(loadEmbeddedConfig({}));
  const [maxConnections, reserved, spare] = [100, 3, 10];
  expect(2 * perProcess).toBeLessThanOrEqual(maxConnections - reserved - spare);
});
