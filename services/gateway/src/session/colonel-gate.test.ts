import { operatorOnly } from '@onceover/schema/colonel-proof';
import { ConfigError, loadConfig } from '@onceover/service-kit/config';
import { expect, test } from 'vitest';
import { gatewayConfig } from '../config.ts';
import { ask } from '../test-support/ask.ts';
import { customer, fakeAccounts } from '../test-support/fake-accounts.ts';
import { startTestGateway } from '../test-support/start-test-gateway.ts';

const SESSION = 'S'.repeat(43);
const facts = { ...customer, role: 'colonel', hasSecondFactor: true, isTwoStepOn: true } as const;

/** What a signed-in colonel gets of `/colonel`, from an address and by a name of the site. */
async function visit(env: Readonly<Record<string, string>>, from = '203.0.113.9', host?: string) {
  const people = fakeAccounts({ sessions: new Map([[SESSION, { customer: facts }]]) });
  await using gateway = await startTestGateway({
    people,
    notifications: { Query: { feedback: (_parent, _args, { caller }) => (operatorOnly(caller) ? [] : null) } },
    env: { ONCEOVER_TRUSTED_PROXIES: 'loopback', ...env },
  });
  const headers = { cookie: `sess=${SESSION}`, 'x-forwarded-for': from, ...(host === undefined ? {} : { host }) };
  const page = await ask(gateway.port, '/colonel', { method: 'GET', headers });
  const shrimp = await ask(gateway.port, '/api/v2/validate-shrimp', { method: 'POST', headers });
  const graph = await ask(gateway.port, '/graphql', {
    body: JSON.stringify({ query: '{ feedback { id } }' }),
    headers: { ...headers, 'content-type': 'application/json', 'o-shrimp': shrimp.json.shrimp },
  });
  return [page.status, graph.json.errors?.[0]?.extensions.code];
}

const open = [200, undefined];
const closed = [404, 'NOT_AUTHORIZED'];

test.each([
  ['no gate is set', {}, '203.0.113.9', open],
  ['the network is listed', { ONCEOVER_COLONEL_NETWORKS: '10.0.0.0/8, 203.0.113.0/24' }, '203.0.113.9', open],
  ['the address is listed', { ONCEOVER_COLONEL_NETWORKS: '203.0.113.9' }, '203.0.113.9', open],
  ['the network is another', { ONCEOVER_COLONEL_NETWORKS: '203.0.113.0/29' }, '203.0.113.9', closed],
  ['an IPv6 network is listed', { ONCEOVER_COLONEL_NETWORKS: '2001:db8::/32' }, '2001:db8:1::7', open],
  ['the IPv6 network is another', { ONCEOVER_COLONEL_NETWORKS: '2001:db8::/48' }, '2001:db8:1::7', closed],
  ['IPv4 comes in IPv6 notation', { ONCEOVER_COLONEL_NETWORKS: '203.0.113.0/24' }, '::ffff:203.0.113.9', open],
])('a colonel is one only from where the gate is open: %s', async (_name, env, from, expected) => {
  expect(await visit(env, from)).toEqual(expected);
});

test('with a host of their own, colonels are customers on every other', async () => {
  const env = { ONCEOVER_COLONEL_HOST: 'localhost:4321', ONCEOVER_PORT: '4321' };
  expect(await visit(env, '203.0.113.9', 'localhost:4321')).toEqual(open);
  expect(await visit(env, '203.0.113.9', '127.0.0.1:4321')).toEqual(closed);
});

test('the host of the colonels is a host of the site', async () => {
  await using gateway = await startTestGateway({
    env: { ONCEOVER_SITE_HOST: 'once.example', ONCEOVER_COLONEL_HOST: 'admin.once.example' },
  });
  const statusOn = async (host: string) =>
    (await ask(gateway.port, '/about', { method: 'GET', headers: { host } })).status;
  expect(await statusOn('admin.once.example')).toBe(200);
  expect(await statusOn('other.once.example')).toBe(421);
});

test.each([
  ['ONCEOVER_COLONEL_NETWORKS', '10.0.0.0/33', 'give addresses or ranges like 10.0.0.1 or 10.0.0.0/8'],
  ['ONCEOVER_COLONEL_NETWORKS', 'office', 'give addresses or ranges like 10.0.0.1 or 10.0.0.0/8'],
  ['ONCEOVER_COLONEL_HOST', 'https://admin.once.example', 'give a host name like once.example.com'],
])('a gate that cannot be understood is refused at the start: %s=%s', (name, value, sentence) => {
  const load = () => loadConfig({ gateway: gatewayConfig }, { [name]: value });
  expect(load).toThrow(ConfigError);
  expect(load).toThrow(sentence);
});
