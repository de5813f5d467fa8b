import { pageDataSchema } from '@onceover/schema/web/page-data';
import { expect, test } from 'vitest';
import { ask, post } from '../test-support/ask.ts';
import { customer, fakeAccounts } from '../test-support/fake-accounts.ts';
import { gate, metadata, metadataKey, revealed, secretKey } from '../test-support/sample-data.ts';
import { startTestGateway } from '../test-support/start-test-gateway.ts';
import { isServedOnCustomHosts } from './custom-host.ts';

const domain = 'once.acme.example';
const idn = 'xn--bcher-kva.example';
const session = 'S'.repeat(43);

function gatewayWith(more: { isAway?: boolean; env?: Record<string, string> } = {}) {
  const people = fakeAccounts({
    hosts: new Set([domain, idn, 'acme.example']),
    sessions: new Map([[session, { customer }]]),
    isAway: more.isAway ?? false,
  });
  const env = { ONCEOVER_SITE_HOST: 'once.example', ...more.env };
  const secrets = {
    Query: { secret: () => gate, metadata: () => metadata },
    Mutation: {
      revealSecret: () => revealed,
      burnSecret: () => ({ __typename: 'BurnedSecret', metadata: { ...metadata, state: 'BURNED' } }),
    },
  };
  return startTestGateway({ people, env, secrets });
}

/** Values of the Host header and what they get; 200: a verified host's page. */
const corpus: readonly [string, number][] = [
  ['once.example', 200],
  ['ONCE.EXAMPLE', 200],
  [domain, 200],
  ['ONCE.ACME.EXAMPLE', 200],
  [`${domain}:443`, 200],
  [idn, 200],
  ['acme.example', 200],
  ['unverified.example', 421],
  ['www.once.acme.example', 421],
  ['xonce.acme.example', 421],
  ['acme.example.evil.example', 421],
  ['once.acme.example.', 421],
  ['.once.acme.example', 421],
  ['once..acme.example', 421],
  ['once.acme.example:80', 421],
  ['once.acme.example:3000', 421],
  ['once.acme.example:0443', 421],
  ['once.acme.example:', 421],
  ['once.acme.example:x', 421],
  ['once.acme.example:99999', 421],
  ['once.acme.example:443:443', 421],
  ['user@once.acme.example', 421],
  ['once.acme.example@evil.example', 421],
  ['evil.example#once.acme.example', 421],
  ['once.acme.example/secret', 421],
  ['once.acme.example?x', 421],
  ['once.acme.example, evil.example', 421],
  ['evil.example, once.acme.example', 421],
  ['once.acme.example evil.example', 421],
  ['http://once.acme.example', 421],
  ['once.example.evil.example', 421],
  ['evil-once.example', 421],
  ['once.example:8443', 421],
  ['localhost', 421],
  ['localhost:3000', 421],
  ['127.0.0.1', 421],
  ['127.0.0.1:3000', 421],
  ['127.1', 421],
  ['2130706433', 421],
  ['0x7f000001', 421],
  ['0x7f.1', 421],
  ['0177.0.0.1', 421],
  ['[::1]', 421],
  ['[::1]:443', 421],
  ['[::ffff:127.0.0.1]', 421],
  ['::1', 421],
  ['169.254.169.254', 421],
  ['10.0.0.1', 421],
  ['metadata', 421],
  ['com', 421],
  ['-once.acme.example', 421],
  ['once-.acme.example', 421],
  ['on_ce.acme.example', 421],
  ['*.acme.example', 421],
  ['once.acme.example%00', 421],
  ['once%2eacme%2eexample', 421],
  ['once.acme.exam\\ple', 421],
  [`${'a'.repeat(64)}.example`, 421],
  [`${'a.'.repeat(130)}example`, 421],
  ["once.acme.example';--", 421],
  ['<script>.example', 421],
  ['$(id).example', 421],
];

test('a host is the site’s, a customer’s, or refused', async () => {
  expect(corpus.length).toBeGreaterThanOrEqual(60);
  await using gateway = await gatewayWith();
  const got: [string, number][] = [];
  for (const [host] of corpus) got.push([host, (await ask(gateway.port, '/secret/x', { headers: { host } })).status]);
  expect(got).toEqual(corpus);
});

const onDomain = { host: domain };

test('a custom host serves the secret pages, and nothing else', async () => {
  await using gateway = await gatewayWith();
  const statusOf = async (path: string) => (await ask(gateway.port, path, { headers: onDomain })).status;
  const served = [
    '/secret/x',
    '/private/x',
    '/private/x/burn',
    '/dist/assets/app-abcdefgh.js',
    `/api/v2/secret/${secretKey}`,
  ];
  for (const path of served) expect([path, await statusOf(path)]).toEqual([path, 200]);
  const refused = [
    ...[
      '/',
      '/about',
      '/signin',
      '/signup',
      '/account',
      '/dashboard',
      '/incoming',
      '/colonel',
      '/logout',
      '/robots.txt',
    ],
    ...['/secret', '/secret/', '/secret/a/b', '/private', '/private/recent/x', '/dist/', '/nope'],
    ...[
      '/api/v2/private/recent',
      '/api/v2/authcheck',
      '/api/v2/status',
      '/api/v2/account',
      '/api/v2/supported-locales',
    ],
  ];
  for (const path of refused) expect([path, await statusOf(path)]).toEqual([path, 404]);
  const posted = [
    ...['/api/v2/secret/conceal', '/api/v2/validate-shrimp', '/api/v2/signin', '/api/v2/logout', '/signin', '/logout'],
    ...['/feedback', '/incoming', '/api/v2/feedback', '/api/v2/incoming', '/graphql'],
  ];
  for (const path of posted) {
    expect([path, (await post(gateway.port, path, { secret: 'a' }, onDomain)).status]).toEqual([path, 404]);
  }
  expect((await ask(gateway.port, '/health/live', { headers: onDomain })).status).toBe(200);
});

test('a custom host has no sessions: cookies are ignored and none is set', async () => {
  await using gateway = await gatewayWith();
  const cookie = `__Host-sess=${session}; __Host-sess-rm=R.1; locale=he`;
  const path = `/api/v2/secret/${secretKey}`;
  const answers = [
    await ask(gateway.port, '/secret/x', { headers: { ...onDomain, cookie } }),
    await ask(gateway.port, '/private/x', { headers: { ...onDomain, cookie } }),
    await ask(gateway.port, path, { headers: { ...onDomain, cookie } }),
    await post(gateway.port, `${path}?locale=he`, {}, { ...onDomain, cookie: '__Host-sess=unknown' }),
  ];
  for (const answer of answers) expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined]);
  expect(answers[0]?.text).toBe((await ask(gateway.port, '/secret/y', { headers: onDomain })).text);
  expect(answers[1]?.text).toContain('"authenticated":false');
  expect(answers[3]?.json.shrimp).toBe('v1.none');
  const authorization = `Basic ${Buffer.from('nina@example.com:t').toString('base64')}`;
  expect((await ask(gateway.port, path, { headers: { ...onDomain, authorization } })).status).toBe(403);
});

test('its own pages may post to it; those of the site and of others may not', async () => {
  await using gateway = await gatewayWith();
  const from = async (headers: Record<string, string>, host = domain) =>
    (await post(gateway.port, `/api/v2/secret/${secretKey}`, {}, { host, ...headers })).status;
  expect(await from({ origin: `https://${domain}` })).toBe(200);
  expect(await from({ 'sec-fetch-site': 'same-origin' })).toBe(200);
  for (const origin of ['https://once.example', 'https://acme.example', `http://${domain}`, 'null']) {
    expect([origin, await from({ origin })]).toEqual([origin, 400]);
  }
  expect(await from({ 'sec-fetch-site': 'cross-site' })).toBe(400);
  expect(await from({ origin: `https://${domain}` }, 'once.example')).toBe(400);
});

test('its pages name the site once, for the links home, and nowhere else', async () => {
  await using gateway = await gatewayWith();
  const notThere = ['/', '/about', '/signin', '/secret/x/password', '/nowhere'];
  for (const path of ['/secret/x', '/private/x', '/private/x/burn', ...notThere]) {
    const { status, text, headers } = await ask(gateway.port, path, { headers: onDomain });
    expect([path, status]).toEqual([path, notThere.includes(path) ? 404 : 200]);
    const data = pageDataSchema.parse(JSON.parse(/id="page-data">(.*?)<\/script>/s.exec(text)?.[1] ?? ''));
    expect([path, data.siteHost, data.siteOrigin]).toEqual([path, domain, 'https://once.example']);
    expect([path, text.split('once.example').length - 1]).toEqual([path, 1]);
    expect(JSON.stringify(headers)).not.toContain('once.example');
  }
  const own = await ask(gateway.port, '/secret/x', { headers: { host: 'once.example' } });
  expect(own.text).toContain('"siteHost":"once.example"');
  expect(own.text).toContain('"siteOrigin":null');
});

test('what is asked there is answered with links there, never with the site’s', async () => {
  await using gateway = await gatewayWith();
  const answers = [
    await ask(gateway.port, `/api/v2/secret/${secretKey}`, { headers: onDomain }),
    await post(gateway.port, `/api/v2/secret/${secretKey}`, {}, onDomain),
    await post(gateway.port, `/api/v2/secret/${secretKey}`, { continue: 'true' }, onDomain),
    await ask(gateway.port, `/api/v2/private/${metadataKey}`, { headers: onDomain }),
    await post(gateway.port, `/api/v2/private/${metadataKey}/burn`, { continue: 'true' }, onDomain),
    await ask(gateway.port, '/api/v2/status', { headers: onDomain }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 404]);
  for (const { text } of answers) expect(text).not.toContain('once.example');
  expect(answers[3]?.json.record).toMatchObject({
    metadata_url: `https://${domain}/private/${metadataKey}`,
    burn_url: `https://${domain}/private/${metadataKey}/burn`,
    share_url: `https://${domain}/secret/${secretKey}`,
  });
  const onSite = await ask(gateway.port, `/api/v2/private/${metadataKey}`, { headers: { host: 'once.example' } });
  expect(onSite.json.record.metadata_url).toBe(`https://once.example/private/${metadataKey}`);
});

test('its pages stay out of search engines and connect to no other host', async () => {
  await using gateway = await gatewayWith();
  const { headers, text } = await ask(gateway.port, '/secret/x', { headers: onDomain });
  expect(headers['x-robots-tag']).toContain('noindex');
  expect(headers['content-security-policy']).toContain("connect-src 'self';");
  expect(headers['strict-transport-security']).toBe('max-age=63072000');
  expect(text).toContain(`"siteHost":"${domain}"`);
  const missing = await ask(gateway.port, '/about', { headers: onDomain });
  expect(missing.headers['content-security-policy']).not.toContain('once.example');
});

test('an outage is 503, never an unknown host; names that cannot be one are 421 all the same', async () => {
  await using gateway = await gatewayWith({ isAway: true });
  for (const path of ['/secret/x', `/api/v2/secret/${secretKey}`]) {
    const answer = await ask(gateway.port, path, { headers: onDomain });
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '7']);
  }
  expect((await ask(gateway.port, '/secret/x', { headers: { host: '10.0.0.1' } })).status).toBe(421);
  expect((await ask(gateway.port, '/secret/x', { headers: { host: 'once.example' } })).status).toBe(200);
});

test('with domains off every other host is unknown', async () => {
  await using gateway = await gatewayWith({ env: { ONCEOVER_DOMAINS: 'off' } });
  expect((await ask(gateway.port, '/secret/x', { headers: onDomain })).status).toBe(421);
});

test('a forwarded host counts from configured proxies only', async () => {
  const statusOf = async (env: Record<string, string>) => {
    await using gateway = await gatewayWith({ env });
    const headers = { host: 'internal.example', 'x-forwarded-host': domain };
    return (await ask(gateway.port, '/secret/x', { headers })).status;
  };
  expect(await statusOf({})).toBe(421);
  expect(await statusOf({ ONCEOVER_TRUSTED_PROXIES: '127.0.0.0/8' })).toBe(200);
});

test.each([
  '/api/v2/secret/%63onceal',
  '/api/v2/secret/conceal/',
  '/api/v2/%73ecret/conceal',
  '/api/v2/private/%72ecent',
  '/%61pi/v2/secret/conceal',
  '/api/v2/secret/conceal?x=/api/v2/secret/y',
  '/api/v2/secret/../signin',
  '//api/v2/secret/conceal',
])('no spelling gets around that: POST %s', async (path) => {
  await using gateway = await gatewayWith();
  const answer = await post(gateway.port, path, { secret: 'a' }, onDomain);
  expect(answer.status).toBe(404);
});

test.each([undefined, '/', '/secret', '/api/v2/secret/conceal', '/api/v2/private/recent', '/dist', '/graphql'])(
  'the route %s is not served on custom hosts',
  (pattern) => {
    expect(isServedOnCustomHosts(pattern)).toBe(false);
  },
);
