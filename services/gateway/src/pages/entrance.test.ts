import { pageDataSchema } from '@onceover/schema/web/page-data';
import { expect, test } from 'vitest';
import { type Asked, ask } from '../test-support/ask.ts';
import { customer, fakeAccounts } from '../test-support/fake-accounts.ts';
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

test.each([
  ['/signup', { ONCEOVER_SIGNUP: 'off' }],
  ['/signup/identity', { ONCEOVER_SIGNUP: 'off' }],
  ['/signup', { ONCEOVER_SIGNIN: 'off' }],
  ['/signin', { ONCEOVER_SIGNIN: 'off' }],
  ['/forgot', { ONCEOVER_SIGNIN: 'off' }],
  ['/forgot/key', { ONCEOVER_SIGNIN: 'off' }],
  ['/secret/key/password', { ONCEOVER_SIGNIN: 'off' }],
  ['/account/domains', { ONCEOVER_DOMAINS: 'off' }],
  ['/incoming', {}],
  ['/dashboard', { ONCEOVER_SIGNIN: 'off' }],
  ['/recent', { ONCEOVER_SIGNIN: 'off' }],
  ['/dashboard/desk', {}],
  ['/dashboard/desk', { ONCEOVER_SIGNIN: 'off', ONCEOVER_INCOMING_RECIPIENT: 'desk@example.com' }],
  ['/account', { ONCEOVER_SIGNIN: 'off' }],
  ['/account/security', { ONCEOVER_SIGNIN: 'off' }],
  ['/account/programs', { ONCEOVER_SIGNIN: 'off' }],
  ['/account/data', { ONCEOVER_SIGNIN: 'off' }],
  ['/account/domains', { ONCEOVER_SIGNIN: 'off' }],
  ['/account/domains/add', { ONCEOVER_SIGNIN: 'off' }],
  ['/account/domains/a.example/verify', { ONCEOVER_SIGNIN: 'off' }],
  ['/colonel', { ONCEOVER_SIGNIN: 'off' }],
  ['/colonel/customers/x', { ONCEOVER_SIGNIN: 'off' }],
  ['/info/privacy', {}],
  ['/info/terms', {}],
  ['/info/security', { ONCEOVER_POLICIES: 'off' }],
  ['/plans/identity', { ONCEOVER_SIGNUP: 'off' }],
  ['/plans/dedicated', { ONCEOVER_SIGNIN: 'off' }],
  ['/plans/other', {}],
])('%s is the 404 page where %o', async (path, env: Record<string, string>) => {
  await using gateway = await startTestGateway({ env });
  const page = await ask(gateway.port, path);
  expect(page.status).toBe(404);
  expect(page.text).toContain('<title>404 - Page Not Found</title>');
});

test('where sign-in is off, a session from before is a visitor, and home is not a redirect to a page that is gone', async () => {
  await using gateway = await startTestGateway({ people: signedIn(), env: { ONCEOVER_SIGNIN: 'off' } });
  const page = await ask(gateway.port, '/', { headers });
  expect([page.status, dataOf(page).authenticated, dataOf(page).cust]).toEqual([200, false, null]);
});

test.each([
  ['/plans/identity', {}, '/signup/identity'],
  ['/plans/dedicated', {}, '/pricing#dedicated'],
  ['/plans/identity', headers, '/pricing#identity'],
  ['/plans/dedicated', headers, '/pricing#dedicated'],
])('%s is an old address of a plan, with the headers %o', async (path, sent: Record<string, string>, location) => {
  await using gateway = await startTestGateway({ people: signedIn() });
  const answer = await ask(gateway.port, path, { headers: sent });
  expect([answer.status, answer.headers.location, answer.text]).toEqual([302, location, '']);
});

test.each(['/receipt', '/metadata'])('%s is an old address of the page of a creator', async (path) => {
  await using gateway = await startTestGateway({ people: signedIn() });
  const answer = await ask(gateway.port, `${path}/a%2F%0d%0ab`);
  expect([answer.status, answer.headers.location, answer.text]).toEqual([302, '/private/a%2F%0D%0Ab', '']);
});

test.each([
  ['drafts', 'drafts'],
  ['approved', 'approved'],
])('policies that are %s are pages', async (setting, policies) => {
  await using gateway = await startTestGateway({ env: { ONCEOVER_POLICIES: setting } });
  for (const path of ['/info/privacy', '/info/terms', '/info/security']) {
    const page = await ask(gateway.port, path);
    expect([path, page.status, dataOf(page).policies]).toEqual([path, 200, policies]);
  }
});

test('testimonials, policies and the source are off unless a setting turns them on', async () => {
  const choices = async (env: Record<string, string>) => {
    await using gateway = await startTestGateway({ env });
    const { testimonialsEnabled, policies, githubUrl } = dataOf(await ask(gateway.port, '/'));
    return [testimonialsEnabled, policies, githubUrl];
  };
  expect(await choices({})).toEqual([false, 'off', null]);
  const github = 'https://github.com/acme/onceover';
  expect(await choices({ ONCEOVER_TESTIMONIALS: 'on', ONCEOVER_GITHUB_URL: github })).toEqual([true, 'off', github]);
});

test.each([
  ['ONCEOVER_POLICIES', 'yes', /say off, drafts or approved/],
  ['ONCEOVER_GITHUB_URL', 'github.com/acme', /begins with https:\/\//],
  ['ONCEOVER_GITHUB_URL', 'http://github.com/acme', /begins with https:\/\//],
])('%s=%s is refused with what to write', async (name, value, words) => {
  await expect(startTestGateway({ env: { [name]: value } })).rejects.toThrow(words);
});

test('with a recipient there is an incoming page', async () => {
  await using gateway = await startTestGateway({ env: { ONCEOVER_INCOMING_RECIPIENT: 'support@example.com' } });
  expect((await ask(gateway.port, '/incoming')).status).toBe(200);
});
