import { findShareDomain, resolveHost } from '@onceover/schema/internal/custom-domains';
import { resolveToken } from '@onceover/schema/internal/resolve-token';
import { type AskInternal, createInternalCalls } from '@onceover/service-kit/internal-call';
import { type DnsServer, startDnsServer } from '@onceover/testing/dns-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { internalOf } from './internal.ts';
import { callerOf, customer, signedIn } from './test-support/people.ts';
import { startTestAccounts, type TestAccounts } from './test-support/test-accounts.ts';
import { txtHostOf } from './use-cases/domain/check-host.ts';
import { grantPlanUseCase } from './use-cases/plan/plans.ts';

let dns: DnsServer;
let accounts: TestAccounts;
let ask: AskInternal;
let email: string;
let accountRef: string;
beforeAll(async () => {
  dns = await startDnsServer();
  accounts = await startTestAccounts({ dnsServers: [dns.address] });
  const calls = createInternalCalls();
  calls.register(internalOf(accounts.parts.services, accounts.useCases));
  ask = calls.ask;
  ({ email, accountRef } = await customer(accounts));
  await grantPlanUseCase(accounts.parts.services.account)(accountRef, 'identity', 'command-line', 'command-line');
});
afterAll(async () => {
  await accounts[Symbol.asyncDispose]();
  await dns[Symbol.asyncDispose]();
});
const caller = async () => callerOf(accounts, (await signedIn(accounts, email)).id);

test('the other services learn which hosts are served, and for whom', async () => {
  const domain = await accounts.useCases.addDomain('once.acme.com', await caller());
  expect(await ask(resolveHost, { host: domain.host })).toEqual({ isVerified: false });
  expect(await ask(findShareDomain, { accountRef, host: domain.host })).toEqual({ domain: null });
  dns.setTxt(`${txtHostOf(domain)}.${domain.baseDomain}`, domain.txtValue);
  await accounts.useCases.verifyDomain(domain.host, await caller());
  expect(await ask(resolveHost, { host: 'ONCE.acme.com.:443' })).toEqual({ isVerified: true });
  expect(await ask(findShareDomain, { accountRef, host: 'Once.Acme.com' })).toEqual({
    domain: { id: domain.domainId, host: domain.host },
  });
  expect(await ask(findShareDomain, { accountRef: crypto.randomUUID(), host: domain.host })).toEqual({ domain: null });
  expect(await ask(resolveHost, { host: 'not a host' })).toEqual({ isVerified: false });
});

test('and whose a token is', async () => {
  const { text } = await accounts.useCases.replaceApiToken(await caller());
  const network = '192.0.2.0/24';
  expect(await ask(resolveToken, { custid: email, token: text, network })).toMatchObject({
    kind: 'customer',
    customer: { accountRef, custid: email, planId: 'identity', hasSecondFactor: false },
  });
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect(await ask(resolveToken, { custid: email, token: 'wrong', network })).toEqual({ kind: 'refused' });
  }
  expect(await ask(resolveToken, { custid: email, token: text, network })).toEqual({
    kind: 'limited',
    retryAfterSeconds: 900,
  });
});
