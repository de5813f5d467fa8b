import { type DnsServer, startDnsServer } from '@onceover/testing/dns-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, post } from '../../support/http.ts';
import { People, type Person } from '../../support/people.ts';
import { startSystem, type TestSystem } from '../../support/start-system.ts';

/* A customer's domain from end to end: added, verified by DNS, used for a link, removed. Source: security 6.7 */

const DOMAINS = '/api/v2/account/domains';
const host = 'once.acme-hosts.com';
const running = new AsyncDisposableStack();
let dns: DnsServer;
let system: TestSystem;
let paid: Person;

beforeAll(async () => {
  dns = running.use(await startDnsServer());
  system = running.use(await startSystem({ env: { ONCEOVER_DNS_SERVERS: dns.address } }));
  paid = await new People(system).paidCustomer();
});
afterAll(() => running.disposeAsync());

const onHost = (path: string) => ask(system.url, path, { headers: { host } });

test('the host is unknown before it is verified and after it is removed', async () => {
  const { json } = await paid.browser.post(`${DOMAINS}/add`, { domain: host });
  expect((await onHost('/secret/x')).status).toBe(421);
  expect((await paid.browser.post(`${DOMAINS}/${host}/verify`)).json.record.verified).toBe(false);
  expect((await onHost('/secret/x')).status).toBe(421);

  const { txt_validation_host: name, base_domain: base, txt_validation_value: value } = json.record;
  dns.setTxt(`${name}.${base}`, value);
  expect((await paid.browser.post(`${DOMAINS}/${host}/verify`)).json.record.verified).toBe(true);
  expect((await onHost('/secret/x')).status).toBe(200);
  // The form offers it once it leads here, too.
  expect((await paid.browser.get('/account')).text).toContain('"customDomains":[]');
  dns.setAddresses(host, '127.0.0.1');
  expect((await paid.browser.post(`${DOMAINS}/${host}/verify`)).json.record.verified).toBe(true);
  expect((await paid.browser.get('/account')).text).toContain(`"customDomains":["${host}"]`);

  const concealed = await paid.browser.post('/api/v2/secret/conceal', { secret: 'tea at 5?', share_domain: host });
  const { metadata, secret } = concealed.json.record;
  const origin = `http://${host}:${new URL(system.url).port}`;
  expect(metadata).toMatchObject({ share_domain: host, share_url: `${origin}/secret/${secret.key}` });
  const { host: linked, pathname } = new URL(metadata.share_url);
  expect((await ask(system.url, pathname, { headers: { host: linked } })).status).toBe(200);
  expect((await onHost(`/api/v2/secret/${secret.key}`)).json.record.share_domain).toBe(origin);
  const opened = await post(system.url, `/api/v2/secret/${secret.key}`, { continue: 'true' }, { host });
  expect(opened.json.record.secret_value).toBe('tea at 5?');
  expect(opened.headers['set-cookie']).toBeUndefined();
  for (const path of ['/', '/signin', '/account', '/api/v2/authcheck', '/api/v2/private/recent']) {
    expect([path, (await onHost(path)).status]).toEqual([path, 404]);
  }
  const cookie = paid.browser.cookie ?? '';
  const withCookie = await ask(system.url, `/private/${metadata.key}`, { headers: { host, cookie } });
  expect(withCookie.text).toContain('"authenticated":false');

  await paid.browser.post(`${DOMAINS}/${host}/remove`);
  expect((await onHost('/secret/x')).status).toBe(421);
});
