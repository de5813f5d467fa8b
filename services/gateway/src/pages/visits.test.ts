import { plans } from '@onceover/schema/plans';
import { pageDataSchema } from '@onceover/schema/web/page-data';
import { expect, test } from 'vitest';
import { type Asked, ask, post } from '../test-support/ask.ts';
import { customer, fakeAccounts } from '../test-support/fake-accounts.ts';
import { viewer } from '../test-support/fake-subgraphs.ts';
import { type Inputs, playing } from '../test-support/played-doors.ts';
import { startTestGateway } from '../test-support/start-test-gateway.ts';

const session = 'S'.repeat(43);
const cookie = `sess=${session}`;
const headers = { cookie };

function dataOf(page: Asked) {
  const json = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(page.text)?.[1] ?? '';
  return pageDataSchema.parse(JSON.parse(json));
}

function signedIn(more: Partial<typeof customer> = {}) {
  return fakeAccounts({ sessions: new Map([[session, { customer: { ...customer, ...more } }]]) });
}

test('a page carries its customer, their plan and those of their hosts that can be used for links', async () => {
  const identity = plans.find(({ id }) => id === 'identity');
  const plan = { ...identity, features: { email: true, customDomains: true, api: true } };
  const nodes = [
    { host: 'once.acme.example', isRoutable: true },
    { host: 'pending.acme.example', isRoutable: false },
  ];
  const Query = { viewer: () => ({ ...viewer, plan, locale: 'he' }), domains: () => ({ nodes, totalCount: 2 }) };
  const env = { ONCEOVER_INCOMING_RECIPIENT: 'support@example.com' };
  await using gateway = await startTestGateway({ people: signedIn({ locale: 'he' }), accounts: { Query }, env });
  const page = await ask(gateway.port, '/account', { headers });
  expect(dataOf(page)).toMatchObject({
    authenticated: true,
    authentication: { enabled: true, signin: true, signup: true },
    cust: {
      custid: customer.custid,
      locale: 'he',
      colonel: false,
      twoStep: false,
      plan: {
        id: 'identity',
        name: 'Identity Plus',
        customDomains: true,
        email: true,
        ttl: 2_592_000,
        size: 100_000,
        maxRecipients: 5,
      },
    },
    availablePlans: { anonymous: { ttl: 604_800, size: 10_000 } },
    secretOptions: { defaultTtl: 604_800, ttlOptions: identity?.limits.ttlOptions },
    domainsEnabled: true,
    customDomains: ['once.acme.example'],
    plansEnabled: true,
    incomingRecipient: 'support@example.com',
    incomingTicketExample: 'AB-1234',
    locale: 'he',
  });
  const { shrimp } = dataOf(page);
  const checked = await post(gateway.port, '/api/v2/validate-shrimp', { shrimp: shrimp ?? '' }, headers);
  expect(checked.json.isValid).toBe(true);
});

test('a plan without domains names none', async () => {
  const nodes = [{ host: 'once.acme.example', isRoutable: true }];
  const Query = { domains: () => ({ nodes, totalCount: 1 }) };
  await using gateway = await startTestGateway({ people: signedIn(), accounts: { Query } });
  expect(dataOf(await ask(gateway.port, '/account', { headers })).customDomains).toEqual([]);
});

test('the secret page is the same for every viewer; the creator`s page is not', async () => {
  await using gateway = await startTestGateway({ people: signedIn() });
  const asCustomer = await ask(gateway.port, '/secret/x', { headers });
  expect(asCustomer.text).toBe((await ask(gateway.port, '/secret/y')).text);
  expect(asCustomer.headers['content-security-policy']).not.toContain('nonce');
  expect(dataOf(await ask(gateway.port, '/private/x', { headers })).cust?.custid).toBe(customer.custid);
});

test('pages of customers carry a style nonce of their own, the others none', async () => {
  await using gateway = await startTestGateway({ people: signedIn() });
  const nonceOf = async () => {
    const page = await ask(gateway.port, '/account', { headers });
    const [, nonce = ''] =
      /style-src 'self' 'nonce-([\w-]{22})'/.exec(page.headers['content-security-policy'] as string) ?? [];
    expect(page.text).toContain(`<meta property="csp-nonce" content="${nonce}">`);
    expect(page.headers['content-security-policy']).toContain("script-src 'self';");
    return nonce;
  };
  expect(await nonceOf()).not.toBe(await nonceOf());
  const visitor = await ask(gateway.port, '/account');
  expect(visitor.headers['content-security-policy']).toContain("style-src 'self';");
  expect(visitor.text).not.toContain('csp-nonce');
});

test.each([
  ['/', '/dashboard'],
  ['/signin', '/'],
  ['/signin?redirect=//evil.example', '/'],
])('a signed-in customer is redirected from %s to %s', async (path, location) => {
  await using gateway = await startTestGateway({ people: signedIn() });
  const answer = await ask(gateway.port, path, { headers });
  expect([answer.status, answer.headers.location, answer.headers['cache-control']]).toEqual([
    302,
    location,
    'no-store',
  ]);
  expect((await ask(gateway.port, path)).status).toBe(200);
});

test('pages that need sign-in guard themselves: visitors get the shell', async () => {
  await using gateway = await startTestGateway();
  for (const path of ['/dashboard', '/account', '/account/domains', '/colonel', '/colonel/customers/x']) {
    const page = await ask(gateway.port, path);
    expect([page.status, dataOf(page).authenticated]).toEqual([200, false]);
  }
});

const whereXIsACustomer = {
  customer: (_parent: unknown, args: object) => ('id' in args && args.id === 'x' ? { ...viewer, id: 'x' } : null),
};

test('the page of a customer whom nobody knows is a 404 for a colonel, and tells a visitor nothing', async () => {
  const people = signedIn({ role: 'colonel', hasSecondFactor: true });
  await using gateway = await startTestGateway({ people, accounts: { Query: whereXIsACustomer } });
  const page = await ask(gateway.port, '/colonel/customers/y', { headers });
  expect([page.status, dataOf(page).cust?.colonel]).toEqual([404, true]);
  expect(page.text).toContain('<title>404 - Page Not Found');
  for (const id of ['x', 'y']) expect((await ask(gateway.port, `/colonel/customers/${id}`)).status).toBe(200);
});

test.each([
  [{ role: 'customer', hasSecondFactor: true }, 404],
  [{ role: 'colonel', hasSecondFactor: true }, 200],
] as const)('the colonel’s pages for %o: %d', async (facts, status) => {
  await using gateway = await startTestGateway({ people: signedIn(facts), accounts: { Query: whereXIsACustomer } });
  for (const path of [
    '/colonel',
    '/colonel/system',
    '/colonel/secrets',
    '/colonel/customers',
    '/colonel/domains',
    '/colonel/feedback',
    '/colonel/limits',
    '/colonel/webhooks',
    '/colonel/webhooks/x',
    '/colonel/customers/x',
  ]) {
    const page = await ask(gateway.port, path, { headers });
    expect([path, page.status]).toEqual([path, status]);
    if (status === 200) expect(dataOf(page).cust?.colonel).toBe(true);
    else expect(page.text).not.toContain('"colonel":true');
  }
});

test('a colonel whose session has not passed the second step is sent to where it is set up', async () => {
  await using gateway = await startTestGateway({ people: signedIn({ role: 'colonel', hasSecondFactor: false }) });
  for (const path of [
    '/colonel',
    '/colonel/system',
    '/colonel/secrets',
    '/colonel/customers',
    '/colonel/domains',
    '/colonel/feedback',
    '/colonel/limits',
    '/colonel/webhooks',
    '/colonel/webhooks/x',
    '/colonel/customers/x',
  ]) {
    const page = await ask(gateway.port, path, { headers });
    expect([page.status, page.headers.location]).toEqual([302, '/account/security?notice=colonel_two_step']);
  }
  const account = dataOf(await ask(gateway.port, '/account', { headers }));
  expect(account.cust).toMatchObject({ colonel: false, colonelWithoutSecondStep: true });
});

test('pages with keys and pages of accounts stay out of search engines', async () => {
  await using gateway = await startTestGateway({ people: signedIn() });
  const robots = async (path: string, sent: Record<string, string> = {}) =>
    (await ask(gateway.port, path, { headers: sent })).headers['x-robots-tag'];
  for (const path of [
    '/secret/x',
    '/private/x',
    '/forgot',
    '/forgot/k',
    '/account',
    '/colonel',
    '/colonel/customers/x',
    '/dashboard',
  ]) {
    expect([path, await robots(path)]).toEqual([path, 'noindex, nofollow, noarchive, nosnippet, noimageindex']);
  }
  expect(await robots('/account', headers)).toContain('noindex');
  expect(await robots('/about')).toBeUndefined();
});

const signOutNotes = (ended: Inputs) => playing('signOut', {}, ended);

test.each(['same-origin', 'none'])('GET /logout signs out what the user clicked: %s', async (site) => {
  const ended: Inputs = [];
  await using gateway = await startTestGateway({ people: signedIn(), calls: signOutNotes(ended) });
  const sent = { cookie: `${cookie}; sess-rm=R.1`, 'sec-fetch-site': site };
  const answer = await ask(gateway.port, '/logout', { headers: sent });
  expect([answer.status, answer.headers.location, answer.headers['clear-site-data']]).toEqual([
    302,
    '/',
    '"cache", "storage"',
  ]);
  expect(answer.headers['set-cookie']).toHaveLength(2);
  expect(ended).toEqual([{ sessionId: session, rememberMe: 'R.1' }]);
});

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a sibling', { 'sec-fetch-site': 'same-site' }],
  ['a browser that does not say', {}],
  ['a page fetched ahead', { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' }],
  ['a page rendered ahead', { 'sec-fetch-site': 'none', 'sec-purpose': 'prefetch;prerender' }],
  ['an old way to say so', { 'sec-fetch-site': 'none', 'x-moz': 'prefetch' }],
])('GET /logout from %s asks first', async (_what, more: Record<string, string>) => {
  const ended: Inputs = [];
  await using gateway = await startTestGateway({ people: signedIn(), calls: signOutNotes(ended) });
  const answer = await ask(gateway.port, '/logout', { headers: { cookie, ...more } });
  expect(answer.status).toBe(200);
  expect(answer.text).toContain('<h1>Log out?</h1>');
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(ended).toEqual([]);
});

test('HEAD of /logout changes nothing', async () => {
  const ended: Inputs = [];
  await using gateway = await startTestGateway({ people: signedIn(), calls: signOutNotes(ended) });
  await ask(gateway.port, '/logout', { method: 'HEAD', headers: { cookie, 'sec-fetch-site': 'none' } });
  expect(ended).toEqual([]);
});

test('an account that was closed a moment ago is a visitor', async () => {
  const Query = { viewer: () => null };
  await using gateway = await startTestGateway({ people: signedIn(), accounts: { Query } });
  expect(dataOf(await ask(gateway.port, '/account', { headers })).authenticated).toBe(false);
});
