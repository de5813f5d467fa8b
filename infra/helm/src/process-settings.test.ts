import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Secrets } from './pod-files.ts';
import { problemsOfSettings } from './process-settings.ts';
import { sampleSecrets } from './sample-secrets.ts';
import { chart } from './tools.ts';

let secrets: Secrets & Disposable;
beforeAll(async () => {
  secrets = await sampleSecrets();
});
afterAll(() => secrets[Symbol.dispose]());

const settings = {
  ONCEOVER_SITE_HOST: 'once.example.com',
  ONCEOVER_INTERNAL_PORT: '4100',
  ONCEOVER_INTERNAL_HOST: '0.0.0.0',
  ONCEOVER_INTERNAL_TLS_CA_FILE: '/etc/onceover/tls/ca.crt',
  ONCEOVER_INTERNAL_TLS_CERT_FILE: '/etc/onceover/tls/tls.crt',
  ONCEOVER_INTERNAL_TLS_KEY_FILE: '/etc/onceover/tls/tls.key',
  ONCEOVER_CALL_KEYS_DIR: '/run/onceover/calls',
  ONCEOVER_KEYS_DIR: '/run/onceover/keys',
  ONCEOVER_REDIS_URL_FILE: '/etc/onceover/settings/ONCEOVER_REDIS_URL',
  ...Object.fromEntries(
    ['ACCOUNTS', 'SECRETS', 'NOTIFICATIONS', 'AUDIT'].map((name) => [`ONCEOVER_${name}_URL`, 'https://it:4100']),
  ),
};
const script = readFileSync(path.join(chart, 'files/copy-keys.mjs'), 'utf8');
const calls = ['accounts-gateway', 'gateway-secrets', 'gateway-notifications', 'audit-gateway'];

/** A gateway whose settings, keys of calls and command before it are as given. */
async function problemsWith(change: Readonly<Record<string, string>>, keys = calls, before = script) {
  const items = keys.map((name) => ({ key: `${name}.key`, path: `calls/${name}.key` }));
  const own = { name: 'own', mountPath: '/run/onceover' };
  const container = {
    name: 'keys',
    image: '',
    command: ['node', '--input-type=module', '--eval', before, '--', '/handed', '/run/onceover'],
    volumeMounts: [own, { name: 'handed', mountPath: '/handed', readOnly: true }],
  };
  const process = {
    name: 'gateway',
    image: '',
    env: Object.entries({ ...settings, ...change }).map(([name, value]) => ({ name, value })),
    volumeMounts: [
      own,
      { name: 'tls', mountPath: '/etc/onceover/tls', readOnly: true },
      { name: 'settings', mountPath: '/etc/onceover/settings', readOnly: true },
    ],
  };
  const redis = { name: 'redis', items: [{ key: 'url', path: 'ONCEOVER_REDIS_URL' }] };
  const volumes = [
    { name: 'own', emptyDir: {} },
    { name: 'tls', secret: { secretName: 'once-onceover-gateway-tls', defaultMode: 0o440 } },
    { name: 'handed', projected: { defaultMode: 0o440, sources: [{ secret: { name: 'calls', items } }] } },
    { name: 'settings', projected: { defaultMode: 0o440, sources: [{ secret: redis }] } },
  ];
  const pod = { initContainers: [container], containers: [process], volumes };
  const manifest = { apiVersion: '', kind: 'Deployment', metadata: { name: 'once-gateway' }, spec: {} };
  return await problemsOfSettings({ manifest, labels: {}, pod, process }, secrets);
}

test('settings, keys and certificates that a process starts with have no problem', async () => {
  expect(await problemsWith({})).toEqual([]);
});

const bad = [
  ['ONCEOVER_SIGN_UP is not a setting here; did you mean ONCEOVER_SIGNUP?', { ONCEOVER_SIGN_UP: 'off' }],
  ['ONCEOVER_SITE_HOST="https://once.example.com"', { ONCEOVER_SITE_HOST: 'https://once.example.com' }],
  ['With mutual TLS every address begins with https://', { ONCEOVER_AUDIT_URL: 'http://it:4100' }],
  ['/etc/onceover/tls/other.crt is not there', { ONCEOVER_INTERNAL_TLS_CERT_FILE: '/etc/onceover/tls/other.crt' }],
  ['/srv/keys is on no volume', { ONCEOVER_KEYS_DIR: '/srv/keys' }],
  ['/etc/onceover/tls/keys cannot be written to', { ONCEOVER_KEYS_DIR: '/etc/onceover/tls/keys' }],
] as const;

test.each(bad)('a process would not start: %s', async (says, change) => {
  expect((await problemsWith(change)).join('\n')).toContain(says);
});

test('a process would not start without a key of calls, nor with keys that others can read', async () => {
  expect((await problemsWith({}, calls.slice(1))).join()).toContain(
    'the key that gateway and accounts share is missing',
  );
  const open = script.replace('0o400', '0o440');
  expect((await problemsWith({}, calls, open)).join()).toContain('Others than their owner can read these keys');
});
