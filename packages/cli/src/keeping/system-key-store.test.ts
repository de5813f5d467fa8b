import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readEnvironment } from '../config.ts';
import { systemKeyStore } from './system-key-store.ts';

const place = mkdtempSync(path.join(tmpdir(), 'onceover-key-store-'));
afterAll(() => rmSync(place, { recursive: true }));
const kept = path.join(place, 'kept');
const asked = path.join(place, 'asked');
const owner = { profile: 'work', url: 'https://once.example', custid: 'nina@example.com' };
const TOKEN = 'canary-token-4711';

/** Stands for a program of the system: notes its arguments, and keeps what it is given in a file. */
function install(name: string, script: string): void {
  writeFileSync(path.join(place, name), `#!/bin/sh\necho "$@" >> "${asked}"\n${script}\n`);
  chmodSync(path.join(place, name), 0o755);
}

const environmentOf = (platform: NodeJS.Platform) =>
  readEnvironment({ PATH: `${place}${path.delimiter}/usr/bin${path.delimiter}/bin`, HOME: place }, platform);

test('libsecret keeps a token, which is never an argument', async () => {
  install(
    'secret-tool',
    `case $1 in store) cat > "${kept}" ;; lookup) cat "${kept}" 2>/dev/null ;; clear) rm -f "${kept}" ;; esac`,
  );
  const store = systemKeyStore(environmentOf('linux'));
  expect(store?.program).toBe('secret-tool');
  expect(await store?.keep(owner, TOKEN)).toBe(true);
  expect(readFileSync(kept, 'utf8')).toBe(TOKEN);
  expect(await store?.find(owner)).toBe(TOKEN);
  expect(await store?.remove(owner)).toBe(true);
  expect(existsSync(kept)).toBe(false);
  expect(await store?.find(owner)).toBeUndefined();
  expect(readFileSync(asked, 'utf8')).toContain('service onceover profile work server https://once.example');
  expect(readFileSync(asked, 'utf8')).not.toContain(TOKEN);
});

test('the keychain keeps a token, which is never an argument', async () => {
  const found = `sed -n 's/.*-X //p' "${kept}" | tr -d '\\n' | sed 's/../\\\\x&/g' | xargs -0 printf '%b\\n'`;
  install('security', `case $1 in -i) cat > "${kept}" ;; find-*) ${found} ;; delete-*) rm -f "${kept}" ;; esac`);
  const store = systemKeyStore(environmentOf('darwin'));
  expect(await store?.keep({ ...owner, custid: 'a"b@example.com' }, TOKEN)).toBe(true);
  expect(readFileSync(kept, 'utf8')).toMatch(
    /^add-generic-password -U -a "a\\"b@example\.com" -s "onceover work https:.*" -X [0-9a-f]+\n$/,
  );
  expect(await store?.find(owner)).toBe(TOKEN);
  expect(await store?.remove(owner)).toBe(true);
  expect(readFileSync(asked, 'utf8')).not.toContain(TOKEN);
});

test('a key store that does not work says so', async () => {
  install('secret-tool', 'exit 1');
  const store = systemKeyStore(environmentOf('linux'));
  expect(await store?.keep(owner, TOKEN)).toBe(false);
  expect(await store?.find(owner)).toBeUndefined();
});

test('other systems have none', () => {
  expect(systemKeyStore(environmentOf('win32'))).toBeUndefined();
  expect(systemKeyStore(readEnvironment({ PATH: '/nowhere' }, 'linux'))).toBeUndefined();
});
