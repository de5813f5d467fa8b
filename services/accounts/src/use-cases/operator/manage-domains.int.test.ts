import type { CustomerCaller } from '@onceover/schema/caller';
import { confirmationOf } from '@onceover/schema/confirmation';
import { customer, visitor } from '@onceover/schema/test-support/callers';
import { newId } from '@onceover/service-kit/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDomains, type TestDomains } from '../../test-support/test-domains.ts';
import type { CustomDomain } from '../domain/domain-ports.ts';
import type { WantedDomains } from './manage-domains.ts';

let domains: TestDomains;
let nina: string;
let otto: string;
beforeAll(async () => {
  domains = await startTestDomains();
  nina = await domains.anAccount();
  otto = await domains.anAccount();
});
afterAll(() => domains[Symbol.asyncDispose]());

const operatorRef = newId();
const colonel = (change: Partial<CustomerCaller> = {}) =>
  customer(operatorRef, {
    role: 'colonel',
    hasSecondFactor: true,
    provenAt: domains.clock.now().getTime(),
    ...change,
  });
const list = (change: Partial<WantedDomains> = {}) =>
  domains.verbs.listCustomDomains({ first: 50, after: null, host: '', state: null, ...change }, colonel());
const hostsOf = (found: readonly CustomDomain[]) => found.map(({ host }) => host);

const wishOf = ({ domainId }: CustomDomain) => ({
  id: domainId,
  confirmation: confirmationOf(domainId),
  reasonCode: 'abuse',
});

async function added(host: string, accountRef = nina): Promise<CustomDomain> {
  return await domains.verbs.addDomain(host, customer(accountRef));
}
/** As the checks would have found it. */
async function found(host: string, columns: string): Promise<void> {
  await domains.rows(`update accounts.domain set ${columns} where host = $1`, [host]);
}

test('the domains of everybody are listed by host, page after page, also where two customers claim one', async () => {
  for (const name of ['c', 'a', 'e', 'b']) await added(`${name}.paged.example`);
  await added('b.paged.example', otto);
  const first = await list({ host: 'paged', first: 3 });
  expect(hostsOf(first.domains)).toEqual(['a.paged.example', 'b.paged.example', 'b.paged.example']);
  const second = await list({ host: 'paged', first: 3, after: first.end });
  expect(hostsOf(second.domains)).toEqual(['c.paged.example', 'e.paged.example']);
  expect(second.end).toBeNull();
  expect(new Set(first.domains.map(({ accountRef }) => accountRef))).toEqual(new Set([nina, otto]));
  expect((await list({ host: 'paged', first: 5 })).end).toBeNull();
});

test('a part of the host finds it, as it is written too; nothing in it is a wildcard', async () => {
  await added('once.bücher.example');
  expect(hostsOf((await list({ host: ' BÜCH ' })).domains)).toEqual(['once.xn--bcher-kva.example']);
  expect(hostsOf((await list({ host: 'bcher-kva' })).domains)).toEqual(['once.xn--bcher-kva.example']);
  for (const host of ['%', '_', 'b_cher', "'"]) expect((await list({ host })).domains).toEqual([]);
});

test('a state finds the domains that stand so', async () => {
  const here = `status = 'active', leads_here = true`;
  const states = {
    unproven: null,
    elsewhere: `status = 'active', leads_here = false`,
    'bad-certificate': `${here}, certificate = 'expired'`,
    working: `${here}, certificate = 'valid'`,
  } as const;
  for (const [state, columns] of Object.entries(states)) {
    await added(`${state}.states.example`);
    if (columns !== null) await found(`${state}.states.example`, columns);
  }
  for (const state of ['unproven', 'elsewhere', 'bad-certificate', 'working'] as const) {
    expect(hostsOf((await list({ host: 'states', state })).domains)).toEqual([`${state}.states.example`]);
  }
});

test('a removal is recorded in its own commit, in the trail of the owner, and the host is free and not served', async () => {
  const domain = await added('taken.away.example');
  domains.publish(domain);
  await domains.verbs.verifyDomain(domain.host, customer(nina));
  expect(await domains.verbs.resolveHost(domain.host)).toEqual({ isVerified: true });
  const removed = await domains.verbs.removeCustomDomain(wishOf(domain), colonel());
  expect(removed.host).toBe(domain.host);
  expect(await domains.verbs.resolveHost(domain.host)).toEqual({ isVerified: false });
  expect((await list({ host: domain.host })).domains).toEqual([]);
  const written = await domains.rows<{ type: string; tenant: string; data: object; xid: string }>(
    `select type, tenant_ref as tenant, data, xid from accounts.events
     where (stream_id = $1 and type = 'domain.removed') or (type = 'operator.action_taken' and data->>'targetRef' = $1::text)
     order by type`,
    [domain.domainRef],
  );
  expect(written).toMatchObject([
    { type: 'domain.removed', tenant: nina },
    {
      type: 'operator.action_taken',
      tenant: nina,
      data: { operatorRef, action: 'domain_removed', targetKind: 'domain', reasonCode: 'abuse' },
    },
  ]);
  expect(written[0]?.xid).toBe(written[1]?.xid);
  await expect(domains.verbs.removeCustomDomain(wishOf(domain), colonel())).rejects.toMatchObject({
    code: 'domain.unknown',
  });
});

test('only colonels see them, and only those who proved who they are a moment ago remove one', async () => {
  const wish = wishOf(await added('kept.example'));
  const wanted = { first: 1, after: null, host: '', state: null };
  const refused = [
    visitor,
    customer(nina),
    customer(nina, { hasSecondFactor: true }),
    colonel({ hasSecondFactor: false }),
  ];
  for (const caller of refused) {
    await expect(domains.verbs.listCustomDomains(wanted, caller)).rejects.toThrow();
    await expect(domains.verbs.removeCustomDomain(wish, caller)).rejects.toThrow();
  }
  const old = colonel({ provenAt: domains.clock.now().getTime() - 15 * 60_000 - 1 });
  await expect(domains.verbs.removeCustomDomain(wish, old)).rejects.toMatchObject({
    code: 'account.reauthentication-required',
  });
  expect(hostsOf((await list({ host: 'kept.example' })).domains)).toEqual(['kept.example']);
});
