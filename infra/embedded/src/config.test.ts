import path from 'node:path';
import { expect, test } from 'vitest';
import { loadEmbeddedConfig } from './config.ts';

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
