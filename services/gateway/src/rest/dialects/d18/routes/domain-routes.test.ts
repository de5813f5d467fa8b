import {
  domainAnswer,
  domainChangedAnswer,
  domainListAnswer,
  domainRemovedAnswer,
} from '@onceover/schema/rest/domains';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FakeServices } from '../../../../test-support/fake-subgraphs.ts';
import { domain } from '../../../../test-support/sample-account.ts';
import { type SignedInGateway, signedInGateway } from '../../../../test-support/signed-in-gateway.ts';

const DOMAINS = '/api/v2/account/domains';
const one = `${DOMAINS}/once.acme.example`;
const refusal = (__typename: string, code: string) => ({ __typename, code, message: '' });
const paid = { planId: 'identity' } as const;

const mutations: Record<string, object> = {};
const played = ['addDomain', 'verifyDomain', 'removeDomain'].map((name) => [name, () => mutations[name]]);
const services: FakeServices = {
  accounts: {
    Query: {
      domains: () => ({ nodes: [domain], totalCount: 1 }),
      domain: (_parent, args) => ((args as unknown as { domain: string }).domain === domain.host ? domain : null),
    },
    Mutation: Object.fromEntries(played),
  },
};
let gateway: SignedInGateway;

beforeAll(async () => {
  gateway = await signedInGateway({ ...services, env: { ONCEOVER_RATE_LIMITS: 'off' } }, paid);
}, 30_000);
afterAll(() => gateway[Symbol.asyncDispose]());

test('domains are listed and shown, by session and by an API token with the scope', async () => {
  for (const as of ['session', 'domains']) {
    expect(domainListAnswer.parse((await gateway.get(DOMAINS, as)).json).count).toBe(1);
    const { record } = domainAnswer.parse((await gateway.get(one, as)).json);
    expect(record.display_domain).toBe('once.acme.example');
  }
  for (const as of ['nobody', 'recent', 'account']) {
    expect((await gateway.get(DOMAINS, as)).status).toBe(403);
    expect((await gateway.get(one, as)).status).toBe(403);
  }
});

test('a domain that is not the caller`s is not found, and the answer names it', async () => {
  const answer = await gateway.get(`${DOMAINS}/other.example`);
  expect([answer.status, answer.json]).toEqual([
    404,
    { message: 'Domain not found other.example', code: 'domain_not_found' },
  ]);
});

test('adding, verifying and removing answer with the domain', async () => {
  const gone = { __typename: 'DomainRemoved', displayDomain: 'once.acme.example' };
  mutations.addDomain = { __typename: 'DomainAdded', domain };
  mutations.verifyDomain = { __typename: 'DomainChecked', domain: { ...domain, isVerified: true, status: 'ACTIVE' } };
  mutations.removeDomain = gone;
  const added = await gateway.post(`${DOMAINS}/add`, { domain: 'Once.Acme.Example' });
  expect(domainChangedAnswer.parse(added.json).record.verified).toBe(false);
  const verified = domainChangedAnswer.parse((await gateway.post(`${one}/verify`)).json);
  expect(verified.record).toMatchObject({ verified: true, status: 'active' });
  const removed = domainRemovedAnswer.parse((await gateway.post(`${one}/remove`)).json);
  expect(removed).toMatchObject({ record: {}, message: 'Removed once.acme.example', custid: 'nina@example.com' });
});

test.each([
  ['addDomain', 'add', 'EmptyDomain', 'domain.empty', 400, 'empty_domain', 'Please enter a domain'],
  ['addDomain', 'add', 'BadDomain', 'domain.bad', 400, 'bad_domain', 'Not a valid public domain'],
  ['addDomain', 'add', 'DuplicateDomain', 'domain.duplicate', 400, 'duplicate_domain', 'Duplicate domain'],
  [
    'addDomain',
    'add',
    'DomainPlanRequired',
    'domain.plan-required',
    400,
    'plan_required',
    'Upgrade required to use custom domains',
  ],
  [
    'verifyDomain',
    'x.example/verify',
    'UnknownDomain',
    'domain.unknown',
    404,
    'domain_not_found',
    'Domain not found x.example',
  ],
  [
    'removeDomain',
    'x.example/remove',
    'UnknownDomain',
    'domain.unknown',
    404,
    'domain_not_found',
    'Domain not found x.example',
  ],
  [
    'removeDomain',
    'x.example/remove',
    'DomainsDisabled',
    'domain.disabled',
    404,
    'not_available',
    '/account/domains is not available',
  ],
])('%s at %s answers %s', async (field, path, type, refusalCode, status, code, message) => {
  mutations[field] = refusal(type, refusalCode);
  const answer = await gateway.post(`${DOMAINS}/${path}`, { domain: 'x.example' });
  expect(answer.status).toBe(status);
  expect(answer.json).toMatchObject({ code, message });
});

test('a plan without domains cannot even view one', async () => {
  await using free = await signedInGateway(services);
  expect((await free.get(`${DOMAINS}/other.example`)).json).toMatchObject({ code: 'plan_required', success: false });
}, 30_000);

test('with domains off, no row is available', async () => {
  await using off = await signedInGateway({ ...services, env: { ONCEOVER_DOMAINS: 'off' } });
  const answers = [
    await off.get(DOMAINS),
    await off.get(one),
    await off.post(`${DOMAINS}/add`),
    await off.post(`${one}/verify`),
    await off.post(`${one}/remove`),
  ];
  for (const { status, json } of answers) {
    expect([status, json.code, json.message]).toEqual([404, 'not_available', '/account/domains is not available']);
  }
}, 30_000);
