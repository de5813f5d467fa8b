import { inProcessSubgraph, type Subgraph } from '@onceover/graphql-kit/subgraph';
import type { Caller } from '@onceover/schema/caller';
import { plans } from '@onceover/schema/plans';
import { sdlOf } from '@onceover/schema/sdl';
import { customer, visitor } from '@onceover/schema/test-support/callers';
import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tokenPortsOf, usagePortsOf } from '../adapters.ts';
import { resolvers } from '../resolvers.ts';
import { startTestDomains, type TestDomains } from '../test-support/test-domains.ts';
import { accountStatisticsUseCase, showUsageUseCase } from '../use-cases/account/account-statistics.ts';
import { listCustomersUseCase } from '../use-cases/operator/list-customers.ts';
import { tokenUseCasesOf, type UseCases } from '../use-cases/use-cases.ts';
import type { GraphContext } from './context.ts';

let domains: TestDomains;
let subgraph: Subgraph<Caller>;
let nina: string;
const faults: unknown[] = [];

beforeAll(async () => {
  domains = await startTestDomains({ ONCEOVER_DOMAIN_TARGET: 'edge.onceover.example' });
  nina = await domains.anAccount();
  const nobody = { find: async () => null, emailOf: () => '' };
  const usage = usagePortsOf(domains.foundation);
  const useCases = {
    listPlans: async () => plans,
    ...domains.verbs,
    ...tokenUseCasesOf(tokenPortsOf(domains.foundation, nobody)),
    accountStatistics: accountStatisticsUseCase(usage),
    listCustomers: listCustomersUseCase({ ...domains.foundation, ...usage }),
    showUsage: showUsageUseCase(usage),
  } as Partial<UseCases> as UseCases;
  subgraph = inProcessSubgraph<GraphContext, Caller>({
    name: 'accounts',
    sdl: sdlOf('accounts'),
    resolvers,
    contextFor: (caller) => ({ caller, useCases }),
    onFault: (error) => faults.push(error),
  });
});
afterAll(() => domains[Symbol.asyncDispose]());

async function run(text: string, variables: Record<string, unknown> = {}, caller: Caller = customer(nina)) {
  const { data, errors } = await subgraph.execute({ document: parse(text), variables, caller });
  return { data, codes: errors?.map(({ extensions }) => extensions.code) };
}

const wholeDomain = `id original host displayDomain baseDomain subdomain trd sld tld isApex isVerified status created updated
  txtHost txtValue cnameTarget lastChecked lastCheck { result found }`;
const domainInput = (name: string, result: string) =>
  `mutation ($domain: String!) { ${name}(input: { domain: $domain }) { __typename ... on ${result} ... on Refusal { code message } } }`;
const add = domainInput('addDomain', `DomainAdded { domain { ${wholeDomain} } }`);
const verify = domainInput('verifyDomain', `DomainChecked { domain { ${wholeDomain} } }`);
const remove = domainInput('removeDomain', 'DomainRemoved { displayDomain }');

describe('domains in the graph', () => {
  test('are added, looked for, listed and removed', async () => {
    const domain = 'Once.Müller.example';
    const added = await run(add, { domain });
    const created = Math.floor(domains.clock.now().getTime() / 1000);
    expect(added.data).toMatchObject({
      addDomain: {
        __typename: 'DomainAdded',
        domain: {
          original: domain,
          host: 'once.xn--mller-kva.example',
          displayDomain: 'once.müller.example',
          baseDomain: 'xn--mller-kva.example',
          subdomain: 'once.xn--mller-kva.example',
          trd: 'once',
          sld: 'xn--mller-kva',
          tld: 'example',
          isApex: false,
          isVerified: false,
          status: null,
          created,
          updated: created,
          cnameTarget: 'edge.onceover.example',
          lastChecked: null,
          lastCheck: null,
        },
      },
    });
    expect((await run(verify, { domain })).data).toMatchObject({
      verifyDomain: { domain: { isVerified: false, status: 'PENDING', lastCheck: { result: 'NO_RECORD', found: [] } } },
    });
    const stored = await domains.verbs.showDomain(domain, customer(nina));
    if (stored === null) throw new TypeError('the domain is gone');
    domains.publish(stored);
    domains.clock.advance({ minutes: 3 });
    expect((await run(verify, { domain })).data).toMatchObject({
      verifyDomain: {
        domain: { isVerified: true, status: 'ACTIVE', lastChecked: created + 180, lastCheck: { result: 'MATCHED' } },
      },
    });
    expect(
      (await run(`{ domains { totalCount nodes { host } } domain(domain: "${domain}") { id } }`)).data,
    ).toMatchObject({
      domains: { totalCount: 1, nodes: [{ host: stored.host }] },
      domain: { id: stored.domainId },
    });
    expect((await run(remove, { domain })).data).toEqual({
      removeDomain: { __typename: 'DomainRemoved', displayDomain: 'once.müller.example' },
    });
    expect((await run(`{ domain(domain: "${domain}") { id } }`)).data).toEqual({ domain: null });
  });

  test('are null below what is registered at the apex', async () => {
    expect((await run(add, { domain: 'acme.co.uk' })).data).toMatchObject({
      addDomain: { domain: { isApex: true, trd: null, subdomain: null, sld: 'acme', tld: 'co.uk' } },
    });
  });

  test.each([
    [add, '', 'addDomain', { __typename: 'EmptyDomain', code: 'domain.empty', message: 'Please enter a domain' }],
    [add, 'com', 'addDomain', { __typename: 'BadDomain', code: 'domain.bad', message: 'Not a valid public domain' }],
    [
      add,
      'acme.co.uk',
      'addDomain',
      { __typename: 'DuplicateDomain', code: 'domain.duplicate', message: 'Duplicate domain' },
    ],
    [
      verify,
      'no.acme.com',
      'verifyDomain',
      { __typename: 'UnknownDomain', code: 'domain.unknown', message: 'Domain not found' },
    ],
    [
      remove,
      'no.acme.com',
      'removeDomain',
      { __typename: 'UnknownDomain', code: 'domain.unknown', message: 'Domain not found' },
    ],
  ])('refuse by name (%#)', async (text, domain, field, refusal) => {
    expect((await run(text, { domain })).data).toEqual({ [field]: refusal });
  });

  test('say how long to wait, and which plan it takes', async () => {
    for (let checks = 0; checks < 10; checks += 1) await run(verify, { domain: 'acme.co.uk' });
    const retry = verify.replace('... on Refusal', '... on TooManyTries { retryAfterSeconds } ... on Refusal');
    expect((await run(retry, { domain: 'acme.co.uk' })).data).toMatchObject({
      verifyDomain: { __typename: 'TooManyTries', code: 'account.too-many-tries', retryAfterSeconds: 3600 },
    });
    const free = customer(nina, { planId: 'basic' });
    expect((await run(add, { domain: 'b.acme.com' }, free)).data).toMatchObject({
      addDomain: { __typename: 'DomainPlanRequired', message: 'Upgrade required to use custom domains' },
    });
    expect((await run('{ domains { totalCount } }', {}, free)).data).toEqual({ domains: { totalCount: 0 } });
  });

  test('are not for visitors', async () => {
    for (const text of ['{ domains { totalCount } }', '{ domain(domain: "a.acme.com") { id } }']) {
      expect((await run(text, {}, visitor)).codes).toEqual(['NOT_AUTHORIZED']);
    }
    expect((await run(add, { domain: 'a.acme.com' }, visitor)).codes).toEqual(['NOT_AUTHORIZED']);
  });
});

describe('tokens in the graph', () => {
  const create = `mutation ($name: String!, $scopes: [ApiTokenScope!]!, $days: Int!) {
    createApiToken(input: { name: $name, scopes: $scopes, expiresInDays: $days }) {
      __typename ... on CreatedApiToken { token apiToken { id name scopes created expires lastUsed lastNetworks } }
      ... on Refusal { code message } } }`;

  test('are made, replaced and revoked', async () => {
    const scopes = ['SECRETS_WRITE', 'GRAPHQL_ADHOC'];
    const made = await run(create, { name: 'ci', scopes, days: 7 });
    const created = Math.floor(domains.clock.now().getTime() / 1000);
    expect(made.data).toMatchObject({
      createApiToken: {
        __typename: 'CreatedApiToken',
        apiToken: { name: 'ci', scopes, created, expires: created + 7 * 86_400, lastUsed: null, lastNetworks: [] },
      },
    });
    const replaced = await run('mutation { replaceApiToken { token apiToken { name expires scopes } } }');
    expect(replaced.data).toMatchObject({
      replaceApiToken: {
        token: expect.stringMatching(/^[0-9a-f]{40}$/),
        apiToken: {
          name: 'api',
          expires: null,
          scopes: ['SECRETS_WRITE', 'SECRETS_READ_META', 'RECENT', 'ACCOUNT', 'DOMAINS', 'EVENTS_READ'],
        },
      },
    });
    const { id } = (made.data as { createApiToken: { apiToken: { id: string } } }).createApiToken.apiToken;
    const revoke = 'mutation ($id: ID!) { revokeApiToken(input: { id: $id }) { isRevoked } }';
    expect((await run(revoke, { id })).data).toEqual({ revokeApiToken: { isRevoked: true } });
    expect((await run(revoke, { id })).data).toEqual({ revokeApiToken: { isRevoked: false } });
  });

  test('refuse by name', async () => {
    expect((await run(create, { name: ' ', scopes: ['RECENT'], days: 1 })).data).toEqual({
      createApiToken: {
        __typename: 'InvalidTokenName',
        code: 'account.invalid-token-name',
        message: 'Give the token a name of 1 to 60 characters and at least one permission',
      },
    });
    for (let each = 0; each < 10; each += 1) await run(create, { name: `t${each}`, scopes: ['RECENT'], days: 1 });
    expect((await run(create, { name: 'one more', scopes: ['RECENT'], days: 1 })).data).toMatchObject({
      createApiToken: { __typename: 'TooManyTokens', message: 'You have 10 tokens. Revoke one first.' },
    });
  });
});

test('statistics are for colonels', async () => {
  const text = `{ accountStatistics { sessionCount customerCount recentCustomerCount
    recentCustomers { custid plan { id } role isVerified created usage { secretsCreated } } } }`;
  expect((await run(text)).codes).toEqual(['NOT_AUTHORIZED']);
  const shown = await run(text, {}, customer(nina, { role: 'colonel', hasSecondFactor: true }));
  expect(shown.codes).toBeUndefined();
  expect(shown.data).toMatchObject({
    accountStatistics: {
      customerCount: 1,
      recentCustomers: [{ plan: { id: 'identity' }, role: 'CUSTOMER', usage: { secretsCreated: 0 } }],
    },
  });
});

test('customers are listed for colonels, a page after a cursor of ours', async () => {
  const text = `query ($after: String) {
    customers(first: 1, after: $after, filter: { plan: "identity", isVerified: true }) {
      nodes { id usage { secretsCreated } } endCursor } }`;
  const colonel = customer(nina, { role: 'colonel', hasSecondFactor: true });
  expect((await run(text)).codes).toEqual(['NOT_AUTHORIZED']);
  const page = { nodes: [{ id: nina, usage: { secretsCreated: 0 } }], endCursor: null };
  for (const after of [null, '', 'ffffffff-ffff-7fff-bfff-ffffffffffff']) {
    expect((await run(text, { after }, colonel)).data).toMatchObject({ customers: page });
  }
  expect((await run(text, { after: nina }, colonel)).data).toMatchObject({ customers: { nodes: [], endCursor: null } });
  for (const after of ['1', `${nina} `, "' or 1"]) {
    expect((await run(text, { after }, colonel)).codes).toEqual(['BAD_INPUT']);
  }
});

test('nothing of this was a fault', () => {
  expect(faults).toEqual([]);
});
