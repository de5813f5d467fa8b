import { byToken, customer, visitor } from '@onceover/schema/test-support/callers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestDomains, type TestDomains } from '../../test-support/test-domains.ts';

let domains: TestDomains;
let nina: string;
let otto: string;
beforeAll(async () => {
  domains = await startTestDomains();
  nina = await domains.anAccount();
  otto = await domains.anAccount();
});
afterEach(() => domains.unpublish());
afterAll(() => domains[Symbol.asyncDispose]());

let made = 0;
/** A host nobody has used yet. */
const aHost = () => {
  made += 1;
  return `once.acme${made}.example`;
};
const refused = (code: string) => ({ code });

describe('adding a domain', () => {
  test('gives the record that proves it', async () => {
    const host = aHost();
    const added = await domains.verbs.addDomain(`  ${host.toUpperCase()} `, customer(nina));
    expect(added).toMatchObject({ host, original: host.toUpperCase(), status: 'added', lastCheck: null, trd: 'once' });
    expect(added.domainId).toMatch(/^[0-9a-f]{20}$/);
    expect(added.challenge).toMatch(/^[0-9a-f]{7}$/);
    expect(added.txtValue).toMatch(/^[0-9a-f]{32}$/);
    expect(await domains.verbs.showDomain(host, customer(nina))).toEqual(added);
    expect(await domains.eventsOf(added)).toEqual(['domain.added']);
  });

  test('leaves no host name in the log', async () => {
    const added = await domains.verbs.addDomain(aHost(), customer(nina));
    const [row] = await domains.rows<{ data: { hostname: string }; text: string }>(
      'select data, data::text || meta::text as text from accounts.events where stream_id = $1',
      [added.domainRef],
    );
    expect(row?.text).not.toContain(added.baseDomain);
    expect(row?.text).not.toContain(added.txtValue);
    expect(await domains.foundation.vault.unsealForAccount(nina, row?.data.hostname ?? '')).toBe(added.host);
  });

  test.each([
    ['', 'domain.empty'],
    ['   ', 'domain.empty'],
    ['com', 'domain.bad'],
    ['*.acme.com', 'domain.bad'],
    ['127.0.0.1', 'domain.bad'],
    ['https://acme.com', 'domain.bad'],
    ['once.onceover.example', 'domain.bad'],
    ['x.once.onceover.example', 'domain.bad'],
  ])('refuses %j with %s', async (text, code) => {
    await expect(domains.verbs.addDomain(text, customer(nina))).rejects.toMatchObject(refused(code));
  });

  test('refuses what the account has already, however it is written', async () => {
    const host = aHost();
    await domains.verbs.addDomain(host, customer(nina));
    for (const again of [host, host.toUpperCase(), `${host}.`, host.replace('.', '。')]) {
      await expect(domains.verbs.addDomain(again, customer(nina))).rejects.toMatchObject(refused('domain.duplicate'));
    }
  });

  test('ten at once add it once', async () => {
    const host = aHost();
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, () => domains.verbs.addDomain(host, customer(nina))),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const each of tries) {
      if (each.status === 'rejected') expect(each.reason).toMatchObject(refused('domain.duplicate'));
    }
  });

  test('lets two accounts try the same host, with proofs of their own', async () => {
    const host = aHost();
    const [hers, his] = [
      await domains.verbs.addDomain(host, customer(nina)),
      await domains.verbs.addDomain(host, customer(otto)),
    ];
    expect(hers.txtValue).not.toBe(his.txtValue);
    expect(hers.domainId).not.toBe(his.domainId);
  });
});

describe('who may manage domains', () => {
  test('nobody without signing in, and no token without the scope', async () => {
    for (const caller of [visitor, byToken(nina, 'account', 'recent')]) {
      const name = { name: 'NotAuthorizedError' };
      await expect(domains.verbs.addDomain(aHost(), caller)).rejects.toMatchObject(name);
      await expect(domains.verbs.listDomains(caller)).rejects.toMatchObject(name);
      await expect(domains.verbs.showDomain(aHost(), caller)).rejects.toMatchObject(name);
      await expect(domains.verbs.verifyDomain(aHost(), caller)).rejects.toMatchObject(name);
      await expect(domains.verbs.removeDomain(aHost(), caller)).rejects.toMatchObject(name);
    }
  });

  test('a token with the scope', async () => {
    expect(await domains.verbs.addDomain(aHost(), byToken(nina, 'domains'))).toMatchObject({ accountRef: nina });
  });

  test('no customer whose plan has no domains, who sees an empty list', async () => {
    const host = aHost();
    await domains.verbs.addDomain(host, customer(nina));
    const free = customer(nina, { planId: 'basic' });
    expect(await domains.verbs.listDomains(free)).toEqual([]);
    expect(await domains.verbs.showDomain(host, free)).toBeNull();
    expect(await domains.verbs.listSuspendedHosts(free)).toEqual([]);
    await domains.rows(`update accounts.domain set status = 'active' where host = $1`, [host]);
    expect(await domains.verbs.listSuspendedHosts(free)).toEqual([host]);
    expect(await domains.verbs.listSuspendedHosts(customer(nina))).toEqual([]);
    for (const asking of [domains.verbs.addDomain, domains.verbs.verifyDomain, domains.verbs.removeDomain]) {
      await expect(asking(host, free)).rejects.toMatchObject(refused('domain.plan-required'));
    }
  });

  test('nobody where the feature is off', async () => {
    const host = aHost();
    await domains.verbs.addDomain(host, customer(nina));
    const off = domains.using({ isEnabled: false });
    expect(await off.listDomains(customer(nina))).toEqual([]);
    expect(await off.showDomain(host, customer(nina))).toBeNull();
    expect(await off.findShareDomain(nina, host)).toBeNull();
    expect(await off.resolveHost(host)).toEqual({ isVerified: false });
    for (const asking of [off.addDomain, off.verifyDomain, off.removeDomain]) {
      await expect(asking(host, customer(nina))).rejects.toMatchObject(refused('domain.disabled'));
    }
  });

  test('no other account', async () => {
    const { host } = await domains.verbs.addDomain(aHost(), customer(nina));
    expect(await domains.verbs.showDomain(host, customer(otto))).toBeNull();
    for (const asking of [domains.verbs.verifyDomain, domains.verbs.removeDomain]) {
      await expect(asking(host, customer(otto))).rejects.toMatchObject(refused('domain.unknown'));
    }
    expect(await domains.verbs.showDomain(host, customer(nina))).not.toBeNull();
  });
});

test('domains are listed by name, and only the caller’s own', async () => {
  const own = await domains.anAccount();
  for (const host of ['c.acme.example', 'a.acme.example', 'b.acme.example']) {
    await domains.verbs.addDomain(host, customer(own));
  }
  const listed = await domains.verbs.listDomains(customer(own));
  expect(listed.map(({ host }) => host)).toEqual(['a.acme.example', 'b.acme.example', 'c.acme.example']);
});

describe('removing a domain', () => {
  test('stops serving it at once, frees the host and closes the stream', async () => {
    const added = await domains.verbs.addDomain(aHost(), customer(nina));
    domains.publish(added);
    await domains.verbs.verifyDomain(added.host, customer(nina));
    expect(await domains.verbs.resolveHost(added.host)).toEqual({ isVerified: true });

    const removed = await domains.verbs.removeDomain(added.host, customer(nina));
    expect(removed.displayDomain).toBe(added.displayDomain);
    expect(await domains.verbs.resolveHost(added.host)).toEqual({ isVerified: false });
    expect(await domains.verbs.findShareDomain(nina, added.host)).toBeNull();
    expect(await domains.eventsOf(added)).toEqual(['domain.added', 'domain.verified', 'domain.removed']);
    const stream = await domains.rows(
      'select closed_at is not null as closed from accounts.streams where stream_id = $1',
      [added.domainRef],
    );
    expect(stream).toEqual([{ closed: true }]);
    await expect(domains.verbs.removeDomain(added.host, customer(nina))).rejects.toMatchObject(
      refused('domain.unknown'),
    );
    expect(await domains.verbs.addDomain(added.host, customer(otto))).toMatchObject({ status: 'added' });
  });

  test('removes all of a closed account, and doing so twice does no harm', async () => {
    const own = await domains.anAccount();
    const served = await domains.verbs.addDomain(aHost(), customer(own));
    const added = await domains.verbs.addDomain(aHost(), customer(own));
    domains.publish(served);
    await domains.verbs.verifyDomain(served.host, customer(own));
    await domains.verbs.removeDomainsOf(own);
    await domains.verbs.removeDomainsOf(own);
    expect(await domains.verbs.listDomains(customer(own))).toEqual([]);
    expect(await domains.verbs.resolveHost(served.host)).toEqual({ isVerified: false });
    expect(await domains.eventsOf(added)).toEqual(['domain.added', 'domain.removed']);
  });

  test('and checking it at the same time end in one of two ways', async () => {
    const added = await domains.verbs.addDomain(aHost(), customer(nina));
    domains.publish(added);
    const [checked] = await Promise.allSettled([
      domains.verbs.verifyDomain(added.host, customer(nina)),
      domains.verbs.removeDomain(added.host, customer(nina)),
    ]);
    if (checked.status === 'rejected') expect(checked.reason).toMatchObject(refused('domain.unknown'));
    expect(await domains.verbs.showDomain(added.host, customer(nina))).toBeNull();
    expect(await domains.verbs.resolveHost(added.host)).toEqual({ isVerified: false });
    expect((await domains.eventsOf(added)).at(-1)).toBe('domain.removed');
  });
});

test('a database that is down is an outage, never an unknown domain', async () => {
  const away = () => Promise.reject(Object.assign(new Error('away'), { dependency: 'postgres' }));
  const verbs = domains.using({
    book: { ...domains.ports.book, find: away, findServed: away },
    served: { ...domains.ports.served, isServed: away },
  });
  await expect(verbs.showDomain('a.acme.example', customer(nina))).rejects.toMatchObject({ dependency: 'postgres' });
  await expect(verbs.resolveHost('a.acme.example')).rejects.toMatchObject({ dependency: 'postgres' });
  await expect(verbs.findShareDomain(nina, 'a.acme.example')).rejects.toMatchObject({ dependency: 'postgres' });
});
