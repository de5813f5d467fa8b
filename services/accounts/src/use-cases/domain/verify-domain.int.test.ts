import { customer } from '@onceover/schema/test-support/callers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestDomains, type TestDomains } from '../../test-support/test-domains.ts';
import { txtHostOf } from './check-host.ts';
import type { CustomDomain } from './domain-ports.ts';

let domains: TestDomains;
let nina: string;
let otto: string;
let domain: CustomDomain;
beforeAll(async () => {
  domains = await startTestDomains();
  nina = await domains.anAccount();
  otto = await domains.anAccount();
});
let made = 0;
beforeEach(async () => {
  made += 1;
  domain = await domains.verbs.addDomain(`once.acme${made}.com`, customer(nina));
});
afterEach(() => domains.unpublish());
afterAll(() => domains[Symbol.asyncDispose]());

const verify = (whose = nina) => domains.verbs.verifyDomain(domain.host, customer(whose));
const nameOf = (each: CustomDomain) => `${txtHostOf(each)}.${each.baseDomain}`;

test('the record is looked up below the registered domain', () => {
  expect(nameOf(domain)).toMatch(new RegExp(`^_onceover-challenge-[0-9a-f]{7}\\.once\\.acme${made}\\.com$`));
  expect(nameOf({ ...domain, trd: null })).toMatch(new RegExp(`^_onceover-challenge-[0-9a-f]{7}\\.acme${made}\\.com$`));
});

describe('a domain is served', () => {
  test('when both resolvers give its value', async () => {
    domains.publish(domain);
    expect(await verify()).toMatchObject({
      status: 'active',
      lastCheck: { finding: 'matched', at: domains.clock.now() },
    });
    expect(await domains.verbs.resolveHost(domain.host)).toEqual({ isVerified: true });
    expect(await domains.verbs.findShareDomain(nina, domain.host.toUpperCase())).toEqual({
      id: domain.domainId,
      host: domain.host,
    });
    expect(await domains.eventsOf(domain)).toEqual(['domain.added', 'domain.verified']);
  });

  test('when its value is one of several', async () => {
    domains.publish(domain, 'v=spf1 -all', domain.txtValue, 'google-site-verification=x');
    expect(await verify()).toMatchObject({ status: 'active' });
  });

  test('when its value comes in chunks', async () => {
    domains.publish(domain, [domain.txtValue.slice(0, 10), domain.txtValue.slice(10, 11), domain.txtValue.slice(11)]);
    expect(await verify()).toMatchObject({ status: 'active', lastCheck: { found: [domain.txtValue] } });
  });

  test('when spaces were copied along', async () => {
    domains.publish(domain, ` ${domain.txtValue} `);
    expect(await verify()).toMatchObject({ status: 'active' });
  });

  test('when the answer is too long for UDP', async () => {
    domains.publish(domain, ...Array.from({ length: 9 }, (_, index) => `${index}`.repeat(200)), domain.txtValue);
    for (const resolver of domains.resolvers) resolver.truncate(nameOf(domain));
    expect(await verify()).toMatchObject({ status: 'active' });
    expect(domains.resolvers[0].asked.tcp).toBe(1);
  });

  test('and a second check writes no second event', async () => {
    domains.publish(domain);
    await verify();
    domains.clock.advance({ minutes: 5 });
    expect(await verify()).toMatchObject({ status: 'active', lastCheck: { at: domains.clock.now() } });
    expect(await domains.eventsOf(domain)).toEqual(['domain.added', 'domain.verified']);
  });
});

describe('a domain stays pending', () => {
  const expectPending = async (finding: string, found: readonly string[] = []) => {
    expect(await verify()).toMatchObject({ status: 'pending', lastCheck: { finding, found } });
    expect(await domains.verbs.resolveHost(domain.host)).toEqual({ isVerified: false });
    expect(await domains.verbs.findShareDomain(nina, domain.host)).toBeNull();
    expect(await domains.eventsOf(domain)).toEqual(['domain.added', 'domain.verification_failed']);
  };

  test('without a record', () => expectPending('no-record'));

  test('when the name exists without one', async () => {
    for (const resolver of domains.resolvers) resolver.setTxt(nameOf(domain));
    await expectPending('no-record');
  });

  test('with another value', async () => {
    domains.publish(domain, 'something else');
    await expectPending('other-value', ['something else']);
  });

  test.each([
    ['a part of the value', (value: string) => value.slice(1)],
    ['more than the value', (value: string) => `${value}0`],
    ['the value with a name before it', (value: string) => `onceover=${value}`],
    ['two halves in two records', (value: string) => value.slice(0, 16)],
  ])('with %s', async (_what, wrong) => {
    domains.publish(domain, wrong(domain.txtValue), domain.txtValue.slice(16));
    expect(await verify()).toMatchObject({ status: 'pending', lastCheck: { finding: 'other-value' } });
  });

  test('when one resolver alone has it', async () => {
    domains.resolvers[0].setTxt(nameOf(domain), domain.txtValue);
    await expectPending('other-value', [domain.txtValue]);
  });

  test.each(['SERVFAIL', 'REFUSED', 'SILENT'] as const)('when a resolver answers %s', async (how) => {
    domains.publish(domain);
    domains.resolvers[1].fail(how);
    await expectPending('dns-unavailable', [domain.txtValue]);
  });

  test('when both are too slow', async () => {
    domains.publish(domain);
    for (const resolver of domains.resolvers) resolver.setDelay(1_500);
    await expectPending('dns-unavailable');
  });

  test('and shows at most five values of 100 printable characters', async () => {
    domains.publish(domain, 'a\u0000b\u001bc', 'x'.repeat(250), ...['1', '2', '3', '4']);
    const { lastCheck } = await verify();
    expect(lastCheck?.found).toHaveLength(5);
    for (const value of lastCheck?.found ?? []) {
      expect(value.length).toBeLessThanOrEqual(100);
      expect(value).not.toMatch(/\p{C}/u);
    }
  });
});

test('a check asks each resolver once for the proof, three times for the host and three times for ours', async () => {
  domains.publish(domain);
  await verify();
  for (const { asked } of domains.resolvers) expect(asked).toEqual({ udp: 7, tcp: 0 });
});

describe('a host that two accounts want', () => {
  let his: CustomDomain;
  beforeEach(async () => {
    his = await domains.verbs.addDomain(domain.host, customer(otto));
  });

  test('is served for the one who proves it first', async () => {
    domains.publish(domain);
    await verify();
    expect(await domains.verbs.findShareDomain(nina, domain.host)).toMatchObject({ id: domain.domainId });
    expect(await domains.verbs.findShareDomain(otto, domain.host)).toBeNull();
    const third = await domains.anAccount();
    await expect(domains.verbs.addDomain(domain.host, customer(third))).rejects.toMatchObject({
      code: 'domain.duplicate',
    });
  });

  test('does not move to the other one, who proves it too', async () => {
    domains.publish(domain);
    await verify();
    domains.publish(his);
    expect(await verify(otto)).toMatchObject({ status: 'pending', lastCheck: { finding: 'matched' } });
    expect(await domains.verbs.findShareDomain(nina, domain.host)).toMatchObject({ id: domain.domainId });
    expect(await domains.eventsOf(his)).toEqual(['domain.added']);
  });

  test('moves to the other one when the first removes it', async () => {
    domains.publish(domain);
    await verify();
    await domains.verbs.removeDomain(domain.host, customer(nina));
    domains.publish(his);
    expect(await verify(otto)).toMatchObject({ status: 'active' });
    expect(await domains.verbs.findShareDomain(otto, domain.host)).toMatchObject({ id: his.domainId });
  });

  test('has one holder when both prove it at once', async () => {
    domains.publish(domain);
    domains.publish(his);
    await Promise.all([verify(nina), verify(otto)]);
    const served = await domains.rows(`select 1 from accounts.domain where host = $1 and status = 'active'`, [
      domain.host,
    ]);
    expect(served).toHaveLength(1);
  });
});

describe('checks that a person asks for', () => {
  test('are ten per hour and domain', async () => {
    for (let checks = 0; checks < 10; checks += 1) await verify();
    await expect(verify()).rejects.toMatchObject({
      code: 'account.too-many-tries',
      details: { retryAfterSeconds: 3600 },
    });
    const asked = domains.resolvers[0].asked.udp;
    domains.clock.advance({ minutes: 59 });
    await expect(verify()).rejects.toMatchObject({ details: { retryAfterSeconds: 60 } });
    expect(domains.resolvers[0].asked.udp).toBe(asked);
    const other = await domains.verbs.addDomain(`other.acme${made}.com`, customer(nina));
    await domains.verbs.verifyDomain(other.host, customer(nina));
    domains.clock.advance({ minutes: 1 });
    await verify();
  });

  test('are never more than ten, however many come at once', async () => {
    const checks = await Promise.allSettled(Array.from({ length: 30 }, () => verify()));
    const limited = checks.filter(
      (check) => check.status === 'rejected' && (check.reason as { code?: string }).code === 'account.too-many-tries',
    );
    expect(limited).toHaveLength(20);
  });
});
