import { expect, test } from 'vitest';
import { readEnvironment } from './config.ts';

test('profiles are kept where the system keeps settings', () => {
  const folder = (env: Record<string, string>, platform: NodeJS.Platform = 'linux') =>
    readEnvironment(env, platform).configDir;
  expect(folder({ HOME: '/home/nina' })).toBe('/home/nina/.config/onceover');
  expect(folder({ HOME: '/home/nina', XDG_CONFIG_HOME: '/xdg' })).toBe('/xdg/onceover');
  expect(folder({ HOME: '/home/nina', APPDATA: '/appdata' }, 'win32')).toBe('/appdata/onceover');
});

test('proxies are read as curl reads them', () => {
  const proxies = (env: Record<string, string>) => readEnvironment(env, 'linux').proxies;
  expect(proxies({ HTTPS_PROXY: 'a', NO_PROXY: 'b' })).toEqual({ https: 'a', http: undefined, none: 'b' });
  expect(proxies({ https_proxy: 'a', HTTPS_PROXY: 'b', http_proxy: 'c' })).toMatchObject({ https: 'a', http: 'c' });
  expect(proxies({ ALL_PROXY: 'a', HTTP_PROXY: 'never' })).toMatchObject({ https: 'a', http: 'a' });
});
