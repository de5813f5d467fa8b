import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { customer } from '@onceover/schema/test-support/callers';
import { testCertificate } from '@onceover/testing/test-certificate';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCertificateProbe } from '../../adapters/https/certificate-probe.ts';
import { startTestDomains, type TestDomains } from '../../test-support/test-domains.ts';
import type { CertificateFinding, CustomDomain, DomainPorts } from './domain-ports.ts';
import { isOffered } from './find-domains.ts';

/* Where a host leads and what its certificate is worth, beside the proof of who owns it. */

const ours = 'once.onceover.example';
let domains: TestDomains;
let nina: string;
let domain: CustomDomain;
/** What the server was asked to connect to, and what it is going to find there. */
let asked: (readonly [string, readonly string[]])[];
let finding: CertificateFinding;
let ports: Partial<DomainPorts>;
beforeAll(async () => {
  domains = await startTestDomains();
  nina = await domains.anAccount();
});
let made = 0;
beforeEach(async () => {
  made += 1;
  domain = await domains.verbs.addDomain(`once.acme${made}.com`, customer(nina));
  asked = [];
  finding = 'valid';
  ports = {
    certificates: {
      async check(host, addresses) {
        asked.push([host, addresses]);
        return finding;
      },
    },
  };
});
afterEach(() => domains.unpublish());
afterAll(() => domains[Symbol.asyncDispose]());

const verify = () => domains.using(ports).verifyDomain(domain.host, customer(nina));
const stored = () => domains.verbs.showDomain(domain.host, customer(nina));
function point(to: { cname?: string; addresses?: readonly string[] }): void {
  for (const resolver of domains.resolvers) {
    resolver.setAddresses(ours, '203.0.113.9');
    if (to.cname !== undefined) resolver.setCname(domain.host, to.cname);
    if (to.addresses !== undefined) resolver.setAddresses(domain.host, ...to.addresses);
  }
}

test('a domain that was never checked has neither state', async () => {
  expect(await stored()).toMatchObject({ hostCheck: null, leadsHere: false });
});

test('a proven host that is an alias of the site leads here, and its certificate is checked once, at the address found', async () => {
  domains.publish(domain);
  point({ cname: ours });
  expect(await verify()).toMatchObject({
    leadsHere: true,
    hostCheck: {
      routing: 'pointed',
      pointsTo: [ours, '203.0.113.9'],
      ourAddresses: ['203.0.113.9'],
      certificate: 'valid',
      at: domains.clock.now(),
    },
  });
  expect(asked).toEqual([[domain.host, ['203.0.113.9']]]);
});

test('a proven host with our address leads here', async () => {
  domains.publish(domain);
  point({ addresses: ['203.0.113.9'] });
  expect(await verify()).toMatchObject({ leadsHere: true, hostCheck: { routing: 'pointed' } });
});

test('a host that leads elsewhere does not, and the check says where and where to', async () => {
  domains.publish(domain);
  point({ cname: 'www.acme.com', addresses: ['198.51.100.1'] });
  expect(await verify()).toMatchObject({
    leadsHere: false,
    hostCheck: {
      routing: 'elsewhere',
      pointsTo: ['www.acme.com', '198.51.100.1'],
      ourAddresses: ['203.0.113.9'],
      certificate: null,
    },
  });
  expect(asked).toEqual([]);
});

test('the server connects to no host that is not proven, wherever it leads', async () => {
  point({ cname: ours });
  expect(await verify()).toMatchObject({ status: 'pending', hostCheck: { routing: 'pointed', certificate: null } });
  domains.publish(domain, 'something else');
  await verify();
  expect(asked).toEqual([]);
});

test('while the DNS is silent, a host goes on leading where it led', async () => {
  domains.publish(domain);
  point({ cname: ours });
  await verify();
  for (const resolver of domains.resolvers) resolver.fail('SERVFAIL', domain.host);
  expect(await verify()).toMatchObject({
    leadsHere: true,
    hostCheck: { routing: 'dns-unavailable', certificate: null },
  });
  domains.unpublish();
  expect(await verify()).toMatchObject({ leadsHere: false, hostCheck: { routing: 'no-record' } });
});

test('when only our own name is not answered, an alias of it still leads here, and nothing else is called wrong', async () => {
  domains.publish(domain);
  point({ cname: ours });
  for (const resolver of domains.resolvers) resolver.fail('SERVFAIL', ours);
  expect(await verify()).toMatchObject({ hostCheck: { routing: 'pointed' } });
  point({ cname: 'www.acme.com', addresses: ['198.51.100.1'] });
  expect(await verify()).toMatchObject({ hostCheck: { routing: 'dns-unavailable' } });
});

test.each([
  ['expired', false],
  ['wrong-name', false],
  ['untrusted', false],
  ['unreachable', true],
  ['private-address', true],
  ['valid', true],
] as const)(
  'a certificate that is %s is said to be, and does not unroute the host; offered for new links: %s',
  async (found, offered) => {
    finding = found;
    domains.publish(domain);
    point({ cname: ours });
    const checked = await verify();
    expect(checked).toMatchObject({ status: 'active', leadsHere: true, hostCheck: { certificate: found } });
    expect(isOffered(checked)).toBe(offered);
  },
);

test('where links are plain http no certificate is needed, and nothing is connected to', async () => {
  ports = { certificates: null, place: { name: null, addresses: ['127.0.0.1', '::1'] } };
  domains.publish(domain);
  point({ addresses: ['127.0.0.1'] });
  expect(await verify()).toMatchObject({
    leadsHere: true,
    hostCheck: { routing: 'pointed', certificate: 'not-needed' },
  });
});

test('with the real handshake the name is looked up once, and a loopback address is refused unless a test allows it', async () => {
  const certificate = testCertificate(domain.host);
  const server = createServer(certificate).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const place = { name: null, addresses: ['127.0.0.1'] };
  domains.publish(domain);
  point({ addresses: ['127.0.0.1'] });
  ports = { place, certificates: createCertificateProbe({ port }) };
  expect(await verify()).toMatchObject({ hostCheck: { routing: 'pointed', certificate: 'private-address' } });
  const isAllowed = (address: string) => address === '127.0.0.1';
  ports = { place, certificates: createCertificateProbe({ port, isAllowed, authorities: certificate.cert }) };
  const before = domains.resolvers[0].asked.udp;
  expect(await verify()).toMatchObject({ hostCheck: { routing: 'pointed', certificate: 'valid' } });
  // The proof, and alias, IPv4 and IPv6 of the host.
  expect(domains.resolvers[0].asked.udp - before).toBe(4);
  server.close();
});

describe('the daily check', () => {
  test('renews all three', async () => {
    domains.publish(domain);
    point({ cname: ours });
    await verify();
    point({ cname: 'www.acme.com', addresses: ['198.51.100.1'] });
    domains.clock.advance({ days: 1 });
    for (const resolver of domains.resolvers) resolver.setNs('.', 'a.root-servers.net');
    expect(await domains.using(ports).recheckDomains()).toBeGreaterThanOrEqual(1);
    expect(await stored()).toMatchObject({
      status: 'active',
      leadsHere: false,
      hostCheck: { routing: 'elsewhere', at: domains.clock.now() },
    });
  });
});

test('what somebody else’s DNS says is cut and printable', async () => {
  point({
    addresses: ['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.4', '198.51.100.5', '198.51.100.6'],
  });
  const { hostCheck } = await verify();
  expect(hostCheck?.pointsTo).toHaveLength(5);
});
