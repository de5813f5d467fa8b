import { pageDataSchema } from '@onceover/schema/web/page-data';
import { expect, test } from 'vitest';
import { type Asked, ask, post } from '../test-support/ask.ts';
import { startTestGateway } from '../test-support/start-test-gateway.ts';
import { jsonForHtml } from './render-page.ts';

function dataOf(page: Asked) {
  const json = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(page.text)?.[1] ?? '';
  return pageDataSchema.parse(JSON.parse(json));
}

test('a page carries its language, title, one heading and the data the app needs', async () => {
  await using gateway = await startTestGateway();
  const page = await ask(gateway.port, '/', { headers: { 'accept-language': 'he' } });
  expect(page.status).toBe(200);
  expect(page.text).toContain('<html lang="he" dir="rtl">');
  expect(page.text).toContain('<title>Home (he)</title>');
  expect(page.text.match(/<h1>/g)).toHaveLength(1);
  expect(page.text).toContain('<h1>Share &amp; &lt;open&gt; (he)</h1>');
  expect(page.headers.link).toContain('</dist/assets/he-abcdefgh.js>; rel=modulepreload');
  expect(page.headers['content-language']).toBe('he');
  expect(dataOf(page)).toMatchObject({
    siteHost: `127.0.0.1:${gateway.port}`,
    availablePlans: { anonymous: { ttl: 604_800, size: 10_000 } },
    locale: 'he',
    shrimp: null,
    otVersion: '1.4.0',
  });
});

test('pages set no cookies, whatever they are asked', async () => {
  await using gateway = await startTestGateway();
  for (const path of ['/', '/?locale=he', '/secret/x', '/nope']) {
    const page = await ask(gateway.port, path, { headers: { cookie: 'sess=unknown' } });
    expect(page.headers['set-cookie']).toBeUndefined();
  }
});

test('with a session a page carries a token of it', async () => {
  await using gateway = await startTestGateway();
  const issued = await post(gateway.port, '/api/v2/validate-shrimp', {});
  const cookie = issued.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const { shrimp } = dataOf(await ask(gateway.port, '/', { headers: { cookie } }));
  const checked = await post(gateway.port, '/api/v2/validate-shrimp', { shrimp: shrimp ?? '' }, { cookie });
  expect(checked.json.isValid).toBe(true);
  expect(dataOf(await ask(gateway.port, '/secret/x', { headers: { cookie } })).shrimp).toBeNull();
});

test('the page of a secret is the same, byte for byte, for every key and every viewer', async () => {
  await using gateway = await startTestGateway();
  const issued = await post(gateway.port, '/api/v2/validate-shrimp', {});
  const cookie = issued.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const keys = ['p3s8g1y6e4u9a2l7i0o5x3w8q6d1z4k', 'short', 'x'.repeat(500), '%3Cscript%3E', 'p3s8?locale=xx'];
  const pages = await Promise.all(keys.map((key) => ask(gateway.port, `/secret/${key}`, { headers: { cookie } })));
  expect(new Set(pages.map(({ text }) => text)).size).toBe(1);
  const [page] = pages;
  expect(page?.text).toContain('<meta property="og:title" content="Onceover">');
  expect(page?.text).toContain('<meta property="og:description" content="A private message">');
  expect(page?.text).not.toMatch(/og:url|canonical|manifest/);
  expect(page?.headers['x-robots-tag']).toContain('noindex');
});

test('a public page says what it is, where it is, and shows its picture; one of an account or with a key does not', async () => {
  await using gateway = await startTestGateway({ env: { ONCEOVER_SITE_HOST: 'once.example' } });
  const read = async (path: string) =>
    (await ask(gateway.port, path, { headers: { host: 'once.example', 'accept-language': 'he' } })).text;
  const home = await read('/?locale=he');
  expect(home).toContain('<meta name="description" content="Opens &quot;once&quot; (he)">');
  expect(home).toContain('<link rel="canonical" href="https://once.example/">');
  expect(home).toContain('<meta property="og:title" content="Home (he)">');
  expect(home).toContain('<meta property="og:image" content="https://once.example/unfurl.png">');
  expect(home).toContain('<link rel="manifest" href="/manifests/he.webmanifest">');
  for (const path of ['/signin', '/nope', '/private/p3s8g1y6e4u9a2l7i0o5x3w8q6d1z4k']) {
    expect(await read(path), path).not.toMatch(/og:|canonical|name="description"/);
  }
});

test("the browser's frame has a colour for either theme", async () => {
  await using gateway = await startTestGateway();
  const { text } = await ask(gateway.port, '/');
  expect(text).toContain('data-theme="dark" media="(prefers-color-scheme: dark)" content="#0d0f15"');
  // The script that chooses between them comes after them.
  expect(text.lastIndexOf('theme-color')).toBeLessThan(text.indexOf('theme-abcdefgh.js'));
});

test('icons, the picture and the manifest have names that stay', async () => {
  await using gateway = await startTestGateway();
  const files = [
    ['/favicon.svg', 'image/svg+xml'],
    ['/unfurl.png', 'image/png'],
    ['/manifest.webmanifest', 'application/manifest+json'],
    ['/manifests/he.webmanifest', 'application/manifest+json'],
  ];
  for (const [path = '', type] of files) {
    const { status, headers } = await ask(gateway.port, path);
    expect([path, status, headers['content-type'], headers['cache-control']]).toEqual([
      path,
      200,
      type,
      'public, max-age=3600',
    ]);
  }
});

test('security.txt names the contact and is valid for months; without a contact there is none', async () => {
  await using silent = await startTestGateway();
  expect((await ask(silent.port, '/.well-known/security.txt')).status).toBe(404);
  const contacts = [
    ['security@once.example', 'mailto:security@once.example'],
    ['https://once.example/report', 'https://once.example/report'],
  ];
  for (const [given = '', contact] of contacts) {
    await using gateway = await startTestGateway({ env: { ONCEOVER_SECURITY_CONTACT: given } });
    const { text, headers } = await ask(gateway.port, '/.well-known/security.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    const fields = new Map(
      text
        .trim()
        .split('\n')
        .map((line) => line.split(': ') as [string, string]),
    );
    expect(fields.get('Contact')).toBe(contact);
    expect(fields.get('Canonical')).toBe(`http://127.0.0.1:${gateway.port}/.well-known/security.txt`);
    const months = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000 / 30;
    expect(months).toBeGreaterThan(5);
    expect(months).toBeLessThan(12);
  }
});

test('an unknown page is a 404 page for people', async () => {
  await using gateway = await startTestGateway();
  for (const path of ['/nope', '/secret', '/secret/a/b', '/%ff']) {
    const page = await ask(gateway.port, path);
    expect([path, page.status, page.headers['content-type']]).toEqual([
      path,
      path === '/%ff' ? 400 : 404,
      'text/html; charset=utf-8',
    ]);
  }
  expect((await ask(gateway.port, '/nope')).text).toContain('<title>404 - Page Not Found</title>');
});

test('hashed files are cached for ever and sent in the smallest version the browser accepts', async () => {
  await using gateway = await startTestGateway();
  const path = '/dist/assets/app-abcdefgh.js';
  const plain = await ask(gateway.port, path);
  expect(plain.text).toBe('export {};\n');
  expect(plain.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    vary: 'Accept-Encoding',
  });
  const forms = [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', undefined],
  ] as const;
  for (const [accept, encoding] of forms) {
    const answer = await ask(gateway.port, path, { headers: { 'accept-encoding': accept } });
    expect(answer.headers['content-encoding']).toBe(encoding);
  }
});

test.each([
  '/dist/shell.json',
  '/dist/manifest.json',
  '/dist/assets/app-abcdefgh.js.map',
  '/dist/assets/app-abcdefgh.js.br',
  '/dist/assets/none-abcdefgh.js',
  '/dist/../shell.json',
  '/dist/assets/..%2f..%2f..%2fetc%2fpasswd',
  '/dist/',
  '/favicon.ico',
])('%s is not public, and no page is served in its place', async (path) => {
  await using gateway = await startTestGateway();
  const answer = await ask(gateway.port, path);
  expect(answer.status).toBe(404);
  expect(answer.text).not.toContain('<html');
});

test('robots stay out of everything with a key or an account', async () => {
  await using gateway = await startTestGateway();
  const { text, headers } = await ask(gateway.port, '/robots.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  for (const path of ['/secret', '/private', '/account']) expect(text).toContain(`Disallow: ${path}\n`);
});

test('nothing in page data can end its element', () => {
  const nasty = '</script><!--&\u2028\u2029';
  expect(jsonForHtml(nasty)).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(jsonForHtml(nasty))).toBe(nasty);
});
