import { type DnsServer, startDnsServer } from '@onceover/testing/dns-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf, customer, goodPassword, signedIn } from '../../test-support/people.ts';
import { startTestAccounts, type TestAccounts } from '../../test-support/test-accounts.ts';
import { txtHostOf } from '../domain/check-host.ts';
import { grantPlanUseCase } from '../plan/plans.ts';

let dns: DnsServer;
let accounts: TestAccounts;
beforeAll(async () => {
  dns = await startDnsServer();
  accounts = await startTestAccounts({ dnsServers: [dns.address] });
});
afterAll(async () => {
  await accounts[Symbol.asyncDispose]();
  await dns[Symbol.asyncDispose]();
});

test('closing an account ends its tokens and domains at once, and nobody can read its hosts afterwards', async () => {
  const { useCases, parts } = accounts;
  const { email, accountRef } = await customer(accounts);
  await grantPlanUseCase(parts.services.account)(accountRef, 'identity', 'command-line', 'command-line');
  const caller = await callerOf(accounts, (await signedIn(accounts, email)).id);
  expect(caller.planId).toBe('identity');

  const domain = await useCases.addDomain('once.canary-host.com', caller);
  dns.setTxt(`${txtHostOf(domain)}.${domain.baseDomain}`, domain.txtValue);
  expect(await useCases.verifyDomain(domain.host, caller)).toMatchObject({ status: 'active' });
  const { text } = await useCases.replaceApiToken(caller);
  const further = await useCases.createApiToken({ name: 'canary-token', scopes: ['recent'], expiresInDays: 1 }, caller);
  const ask = (token: string) => useCases.resolveToken({ custid: email, token, network: '192.0.2.0/24' });
  expect(await ask(text)).toMatchObject({ kind: 'customer', customer: { accountRef } });
  expect(await useCases.findShareDomain(accountRef, domain.host)).toMatchObject({ host: domain.host });

  await useCases.deleteAccount(goodPassword, caller);

  expect(await useCases.resolveHost(domain.host)).toEqual({ isVerified: false });
  expect(await useCases.findShareDomain(accountRef, domain.host)).toBeNull();
  expect(await ask(text)).toEqual({ kind: 'refused' });
  expect(await ask(further.text)).toEqual({ kind: 'refused' });
  const types = await accounts.rows('select type from accounts.events where stream_id = $1 order by version', [
    domain.domainRef,
  ]);
  expect(types).toEqual([{ type: 'domain.added' }, { type: 'domain.verified' }, { type: 'domain.removed' }]);
  const sealed = await accounts.rows<{ hostname: string }>(
    `select data ->> 'hostname' as hostname from accounts.events where stream_id = $1`,
    [domain.domainRef],
  );
  for (const { hostname } of sealed) {
    expect(await parts.vault.unsealForAccount(accountRef, hostname)).toBe('[erased]');
  }
  expect(await tablesHolding('canary-host', 'canary-token')).toEqual([]);
});

/** Names of the tables of the schema that hold one of the texts anywhere. */
async function tablesHolding(...texts: readonly string[]): Promise<string[]> {
  const tables = await accounts.rows<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'accounts' and c.relkind in ('r', 'p')`,
  );
  expect(tables.map(({ name }) => name)).toContain('domain');
  const holding: string[] = [];
  for (const { name } of tables) {
    const found = await accounts.rows(`select 1 from accounts.${name} t where t::text ilike any($1) limit 1`, [
      texts.map((text) => `%${text}%`),
    ]);
    if (found.length > 0) holding.push(name);
  }
  return holding;
}
