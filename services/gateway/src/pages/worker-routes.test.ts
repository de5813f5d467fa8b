import { request } from 'node:http';
import { locales } from '@onceover/schema/locales';
import { expect, test } from 'vitest';
import { ask, post } from '../test-support/ask.ts';
import { fakeAccounts } from '../test-support/fake-accounts.ts';
import { startTestGateway } from '../test-support/start-test-gateway.ts';

test('the worker is asked for at every visit, may ask this site alone, and answers for the whole of it', async () => {
  await using gateway = await startTestGateway();
  const { status, headers, text } = await ask(gateway.port, '/service-worker.js');
  expect([status, text]).toEqual([200, 'worker();\n']);
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; connect-src 'self'",
    'cross-origin-embedder-policy': 'require-corp',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  // At the root it needs none.
  expect(headers['service-worker-allowed']).toBeUndefined();
  const packed = await ask(gateway.port, '/service-worker.js', { headers: { 'accept-encoding': 'br' } });
  expect([packed.headers['content-encoding'], packed.text]).toEqual(['br', 'brotli']);
});

test('switched off, the script removes the worker of whoever has one, and touches no request', async () => {
  await using gateway = await startTestGateway({ env: { ONCEOVER_SERVICE_WORKER: 'off' } });
  const { status, headers, text } = await ask(gateway.port, '/service-worker.js', {
    headers: { 'accept-encoding': 'br' },
  });
  expect([status, headers['cache-control'], headers['content-encoding']]).toEqual([200, 'no-store', undefined]);
  expect(text).toContain('registration.unregister()');
  expect(text).not.toContain('fetch');
});

test('an app is in the share sheet only where the worker is switched on', async () => {
  await using on = await startTestGateway();
  await using off = await startTestGateway({ env: { ONCEOVER_SERVICE_WORKER: 'off' } });
  for (const path of ['/manifest.webmanifest', '/manifests/he.webmanifest']) {
    expect(JSON.parse((await ask(on.port, path)).text)).toHaveProperty('share_target');
    expect((await ask(on.port, path, { headers: { 'accept-encoding': 'br' } })).text).toBe('brotli');
    const { status, headers, text } = await ask(off.port, path, { headers: { 'accept-encoding': 'br' } });
    expect([status, headers['content-encoding'], headers['content-type']]).toEqual([
      200,
      undefined,
      'application/manifest+json',
    ]);
    expect(JSON.parse(text)).toEqual({ name: 'Onceover' });
  }
});

test('what is shared where no worker takes it leads to the form, which says that nothing arrived', async () => {
  await using gateway = await startTestGateway();
  const answer = await post(gateway.port, '/share', { text: 'plum' });
  expect([answer.status, answer.headers.location, answer.text]).toEqual([303, '/?notice=shared', '']);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect((await ask(gateway.port, '/share')).status).toBe(404);
});

test('it is answered before its body is read, however long that is and whatever is in it', async () => {
  await using gateway = await startTestGateway();
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 5_000_000 };
  const sending = request({ port: gateway.port, path: '/share', method: 'POST', headers }, ({ statusCode }) =>
    resolve(statusCode),
  );
  sending.on('error', reject);
  // The first bytes of many: the rest never comes.
  sending.write('--x\r\n');
  expect(await promise).toBe(303);
  sending.destroy();
});

test('a customer’s host has no worker, no app and nothing to share with', async () => {
  const host = 'once.acme.example';
  const people = fakeAccounts({ hosts: new Set([host]) });
  await using gateway = await startTestGateway({ people, env: { ONCEOVER_SITE_HOST: 'once.example' } });
  const there = { headers: { host } };
  for (const path of ['/service-worker.js', '/manifest.webmanifest', '/manifests/en.webmanifest'])
    expect([path, (await ask(gateway.port, path, there)).status]).toEqual([path, 404]);
  expect((await post(gateway.port, '/share', { text: 'plum' }, { host })).status).toBe(404);
  const { text } = await ask(gateway.port, '/nope', there);
  expect(text).toContain('"siteOrigin":"https://once.example"');
  expect(text).not.toContain('manifest');
});

test('a page names the app in the language of the page', async () => {
  await using gateway = await startTestGateway();
  for (const { code } of locales) {
    const { text } = await ask(gateway.port, `/?locale=${code}`);
    expect(text).toContain(`<link rel="manifest" href="/manifests/${code}.webmanifest">`);
  }
});
