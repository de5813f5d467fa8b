import {
  domainAnswer,
  domainChangedAnswer,
  domainListAnswer,
  domainRemovedAnswer,
} from '@onceover/schema/rest/domains';
import { type DnsServer, startDnsServer } from '@onceover/testing/dns-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from '../../support/http.ts';
import { People, type Person } from '../../support/people.ts';
import { startSystem, type TestSystem } from '../../support/start-system.ts';
import { expectFailure, expectOk, expectPlainError } from '../support/expectations.ts';

const DOMAINS = '/api/v2/account/domains';
const TARGET = 'links.onceover-test.com';
const running = new AsyncDisposableStack();
let dns: DnsServer;
let system: TestSystem;
let paid: Person;
let other: Person;
let free: Person;
let count = 0;

beforeAll(async () => {
  dns = running.use(await startDnsServer());
  const env = { ONCEOVER_DNS_SERVERS: dns.address, ONCEOVER_DOMAIN_TARGET: TARGET };
  system = running.use(await startSystem({ env }));
  const people = new People(system);
  [paid, other, free] = [await people.paidCustomer(), await people.paidCustomer(), await people.customer()];
});
afterAll(() => running.disposeAsync());

const bad = (code: string, message: string) => ({ status: 400, code, message });
const planRequired = bad('plan_required', 'Upgrade required to use custom domains');
const notFound = (domain: string) => ({ status: 404, code: 'domain_not_found', message: `Domain not found ${domain}` });

function newHost(): string {
  count += 1;
  return `once${count}.acme-domains.com`;
}

async function added(person: Person, domain = newHost()) {
  return expectOk(await person.browser.post(`${DOMAINS}/add`, { domain }), domainChangedAnswer).record;
}

async function verified(person: Person, domain = newHost()) {
  const record = await added(person, domain);
  dns.setTxt(`${record.txt_validation_host}.${record.base_domain}`, record.txt_validation_value);
  return expectOk(await person.browser.post(`${DOMAINS}/${domain}/verify`), domainChangedAnswer).record;
}

test('a domain is added in its stored form, with the record to publish', async () => {
  const answer = await paid.browser.post(`${DOMAINS}/add`, { domain: ' Bücher.Acme-Domains.com ' });
  const { record, details, custid } = expectOk(answer, domainChangedAnswer);
  expect(custid).toBe(paid.email);
  expect(record).toMatchObject({
    custid: paid.email,
    display_domain: 'xn--bcher-kva.acme-domains.com',
    base_domain: 'acme-domains.com',
    sld: 'acme-domains',
    tld: 'com',
    trd: 'xn--bcher-kva',
    status: null,
    verified: false,
    is_apex: false,
  });
  expect(record.txt_validation_host).toMatch(/^_onceover-challenge-[0-9a-f]{7}\.xn--bcher-kva$/);
  expect(record.txt_validation_value).toMatch(/^[0-9a-f]{32}$/);
  expect(details.cluster.vhost_target).toBe(TARGET);
});

test('only their owner can list and view domains', async () => {
  const { display_domain: domain } = await added(other);
  const list = expectOk(await other.browser.get(DOMAINS), domainListAnswer);
  expect(list).toMatchObject({ custid: other.email, count: 1, details: { cluster: { vhost_target: TARGET } } });
  const shown = expectOk(await other.browser.get(`${DOMAINS}/${domain.toUpperCase()}`), domainAnswer);
  expect(shown.record).toEqual(list.records[0]);
  expectPlainError(await paid.browser.get(`${DOMAINS}/${domain}`), notFound(domain));
  expectPlainError(await paid.browser.post(`${DOMAINS}/${domain}/verify`), notFound(domain));
  expectPlainError(await paid.browser.post(`${DOMAINS}/${domain}/remove`), notFound(domain));
  expect((await ask(system.url, DOMAINS)).status).toBe(403);
});

test('a domain is pending without its record, and active with it', async () => {
  const { display_domain: domain } = await added(paid);
  const verify = async () =>
    expectOk(await paid.browser.post(`${DOMAINS}/${domain}/verify`), domainChangedAnswer).record;
  expect(await verify()).toMatchObject({ verified: false, status: 'pending' });
  dns.fail('SERVFAIL');
  expect(await verify()).toMatchObject({ verified: false, status: 'pending' });
  dns.reset();
  const record = await verify();
  dns.setTxt(`${record.txt_validation_host}.${record.base_domain}`, record.txt_validation_value);
  expect(await verify()).toMatchObject({ verified: true, status: 'active' });
});

test('links can use a verified domain until it is removed', async () => {
  const { display_domain: domain } = await verified(paid);
  const conceal = () => paid.browser.post('/api/v2/secret/conceal', { secret: 'a', share_domain: domain });
  const { record } = (await conceal()).json;
  expect(record.share_domain).toBe(domain);
  const origin = `http://${domain}:${new URL(system.url).port}`;
  expect(record.metadata.share_url).toBe(`${origin}/secret/${record.secret.key}`);
  const onHost = () => ask(system.url, `/api/v2/secret/${record.secret.key}`, { headers: { host: domain } });
  expect((await onHost()).json.record.share_domain).toBe(origin);
  const removed = await paid.browser.post(`${DOMAINS}/${domain}/remove`);
  expect(domainRemovedAnswer.parse(removed.json)).toMatchObject({ record: {}, message: `Removed ${domain}` });
  expectPlainError(await conceal(), notFound(domain));
  expect((await onHost()).status).toBe(421);
  expectPlainError(await paid.browser.get(`${DOMAINS}/${domain}`), notFound(domain));
});

test('your own domain again, or one another customer has verified, is a duplicate; an unverified one is not', async () => {
  const duplicate = bad('duplicate_domain', 'Duplicate domain');
  const { display_domain: unproven } = await added(paid);
  expectFailure(await paid.browser.post(`${DOMAINS}/add`, { domain: unproven }), duplicate);
  await added(other, unproven);
  const { display_domain: proven } = await verified(paid);
  expectFailure(await other.browser.post(`${DOMAINS}/add`, { domain: proven }), duplicate);
});

test.each(['', '   '])('not a domain: "%s"', async (domain) => {
  expectFailure(await paid.browser.post(`${DOMAINS}/add`, { domain }), bad('empty_domain', 'Please enter a domain'));
});

test.each([
  'localhost',
  'com',
  'co.uk',
  '192.0.2.7',
  'a_b.acme-domains.com',
  'a..acme-domains.com',
  'acme-domains.com/path',
  'https://acme-domains.com',
  'acme-domains.com:443',
  `${'a'.repeat(64)}.acme-domains.com`,
  `${'a.'.repeat(10)}acme-domains.com`,
  'x'.repeat(10_000),
  'a.acme-domains.com\r\nx: y',
])('not a domain: %.40s', async (domain) => {
  expectFailure(await paid.browser.post(`${DOMAINS}/add`, { domain }), bad('bad_domain', 'Not a valid public domain'));
});

test('a plan without domains has an empty list and nothing else', async () => {
  expect(expectOk(await free.browser.get(DOMAINS), domainListAnswer)).toMatchObject({ count: 0, records: [] });
  expectFailure(await free.browser.get(`${DOMAINS}/once.acme-domains.com`), planRequired);
  expectFailure(await free.browser.post(`${DOMAINS}/add`, { domain: newHost() }), planRequired);
  for (const verb of ['verify', 'remove']) {
    expectFailure(await free.browser.post(`${DOMAINS}/once.acme-domains.com/${verb}`), planRequired);
  }
});
