import { customer } from '@onceover/schema/test-support/callers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestDomains, type TestDomains } from '../../test-support/test-domains.ts';
import type { CustomDomain } from './domain-ports.ts';

let domains: TestDomains;
let nina: string;
let domain: CustomDomain;
beforeAll(async () => {
  domains = await startTestDomains();
});
let made = 0;
beforeEach(async () => {
  await domains.rows('delete from accounts.domain');
  domains.unpublish();
  for (const resolver of domains.resolvers) resolver.setNs('.', 'a.root-servers.net');
  made += 1;
  nina = await domains.anAccount();
  domain = await domains.verbs.addDomain(`once.acme${made}.com`, customer(nina));
  domains.publish(domain);
  await domains.verbs.verifyDomain(domain.host, customer(nina));
});
afterAll(() => domains[Symbol.asyncDispose]());

const isServed = async () => (await domains.verbs.resolveHost(domain.host)).isVerified;
const unpublish = () => {
  domains.unpublish();
  for (const resolver of domains.resolvers) resolver.setNs('.', 'a.root-servers.net');
};

test('a served domain is checked once a day', async () => {
  expect(await domains.verbs.recheckDomains()).toBe(0);
  domains.clock.advance({ hours: 23 });
  expect(await domains.verbs.recheckDomains()).toBe(0);
  domains.clock.advance({ hours: 1 });
  expect(await domains.verbs.recheckDomains()).toBe(1);
  expect(await domains.verbs.recheckDomains()).toBe(0);
  expect(await domains.eventsOf(domain)).toEqual(['domain.added', 'domain.verified']);
});

test('one that was never verified is not checked', async () => {
  const pending = await domains.verbs.addDomain(`pending.acme${made}.com`, customer(nina));
  domains.clock.advance({ days: 2 });
  expect(await domains.verbs.recheckDomains()).toBe(1);
  expect(await domains.verbs.showDomain(pending.host, customer(nina))).toMatchObject({ lastCheck: null });
});

test('one whose proof is gone is served for 72 hours more, and no longer', async () => {
  unpublish();
  domains.clock.advance({ hours: 24 });
  await domains.verbs.recheckDomains();
  for (let hours = 6; hours < 72; hours += 6) {
    domains.clock.advance({ hours: 6 });
    expect(await domains.verbs.recheckDomains()).toBe(1);
    expect(await isServed()).toBe(true);
  }
  domains.clock.advance({ hours: 6 });
  expect(await domains.verbs.recheckDomains()).toBe(1);
  expect(await isServed()).toBe(false);
  expect(await domains.verbs.findShareDomain(nina, domain.host)).toBeNull();
  expect(await domains.verbs.showDomain(domain.host, customer(nina))).toMatchObject({
    status: 'pending',
    lastCheck: { finding: 'no-record' },
  });
  domains.clock.advance({ days: 2 });
  expect(await domains.verbs.recheckDomains()).toBe(0);
});

test('a proof that comes back in time restarts the period', async () => {
  unpublish();
  domains.clock.advance({ hours: 24 });
  await domains.verbs.recheckDomains();
  domains.publish(domain);
  domains.clock.advance({ hours: 60 });
  await domains.verbs.recheckDomains();
  unpublish();
  domains.clock.advance({ hours: 24 });
  await domains.verbs.recheckDomains();
  domains.clock.advance({ hours: 60 });
  await domains.verbs.recheckDomains();
  expect(await isServed()).toBe(true);
});

test('a host that moved to somebody else can be proven by them when the period is over', async () => {
  const otto = await domains.anAccount();
  unpublish();
  for (let round = 0; round < 4; round += 1) {
    domains.clock.advance({ hours: 24 });
    await domains.verbs.recheckDomains();
  }
  const his = await domains.verbs.addDomain(domain.host, customer(otto));
  domains.publish(his);
  expect(await domains.verbs.verifyDomain(domain.host, customer(otto))).toMatchObject({ status: 'active' });
  expect(await domains.verbs.findShareDomain(otto, domain.host)).toMatchObject({ id: his.domainId });
  domains.publish(domain);
  expect(await domains.verbs.verifyDomain(domain.host, customer(nina))).toMatchObject({ status: 'pending' });
});

test('a name whose servers are down stops being served like any other', async () => {
  for (const resolver of domains.resolvers)
    resolver.fail('SERVFAIL', `_onceover-challenge-${domain.challenge}.once.${domain.baseDomain}`);
  for (let round = 0; round < 4; round += 1) {
    domains.clock.advance({ hours: 24 });
    await domains.verbs.recheckDomains();
  }
  expect(await isServed()).toBe(false);
});

test('when our own resolvers fail, no domain stops being served, however long it takes', async () => {
  for (const resolver of domains.resolvers) resolver.fail('SILENT');
  for (let round = 0; round < 5; round += 1) {
    domains.clock.advance({ hours: 24 });
    await expect(domains.verbs.recheckDomains()).rejects.toMatchObject({ dependency: 'dns' });
  }
  expect(await isServed()).toBe(true);
  expect(await domains.eventsOf(domain)).toEqual(['domain.added', 'domain.verified']);
});

test('another process’s change is seen within five seconds', async () => {
  expect(await isServed()).toBe(true);
  await domains.rows('delete from accounts.domain where domain_ref = $1', [domain.domainRef]);
  expect(await isServed()).toBe(true);
  domains.clock.advance({ seconds: 5 });
  expect(await isServed()).toBe(false);
});

test('a plan without domains gets no new links on a host, and old ones keep working', async () => {
  await domains.rows(`update accounts.account set plan_id = 'basic' where account_ref = $1`, [nina]);
  expect(await domains.verbs.findShareDomain(nina, domain.host)).toBeNull();
  expect(await isServed()).toBe(true);
});

test('more domains than fit in one batch are all checked', async () => {
  for (let index = 0; index < 60; index += 1) {
    const each = await domains.verbs.addDomain(`n${index}.acme${made}.com`, customer(nina));
    domains.publish(each);
    await domains.verbs.verifyDomain(each.host, customer(nina));
  }
  domains.clock.advance({ days: 1 });
  expect(await domains.verbs.recheckDomains()).toBe(61);
});
