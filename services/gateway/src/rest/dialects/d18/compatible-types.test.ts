import { domainChangedAnswer } from '@onceover/schema/rest/domains';
import { expect, test } from 'vitest';
import { inDialect } from '../../../answers/dialect.ts';
import type { NativeAnswer } from '../../../answers/native-answer.ts';
import type { DomainFieldsFragment } from '../../../operations/operations.generated.ts';
import { account, domain } from '../../../test-support/sample-account.ts';
import { metadata } from '../../../test-support/sample-data.ts';
import { d18CompatibleTypes } from './compatible-types.ts';
import { d18 } from './d18.ts';
import { presentColonel } from './presenters/colonel.ts';
import { presentAccount, presentAuthcheck } from './presenters/customer.ts';
import { presentChangedDomain, presentDomains } from './presenters/domain.ts';
import { linksOf } from './presenters/links.ts';
import { presentRecent } from './presenters/metadata.ts';

const compatible = (answer: NativeAnswer) => inDialect(d18CompatibleTypes, answer);

test('customers carry the strings the original sent', () => {
  const strings = {
    verified: 'true',
    created: '1899000000',
    secrets_created: '12',
    emails_sent: '3',
    last_login: '1900000000',
    stripe_customer_id: '',
    active: true,
  };
  expect(compatible({ shape: 'authcheck', body: presentAuthcheck(account) })).toMatchObject({ record: strings });
  const fresh = presentAccount({ ...account, isVerified: false, locale: null, lastSignIn: null });
  expect(compatible({ shape: 'account', body: fresh })).toMatchObject({
    record: { apitoken: '', apitoken_set: true, cust: { verified: 'false', locale: '', last_login: '' } },
  });
  const moved = { success: true, shrimp: 'v1.a.b', custid: 'c', new_locale: 'he', old_locale: null } as const;
  expect(compatible({ shape: 'locale', body: moved })).toEqual({ ...moved, old_locale: '' });
});

test('stored domains carry the strings the original sent, one just added does not', () => {
  const body = domainChangedAnswer.parse(presentChangedDomain(domain, { custid: 'c', shrimp: 'v1.a.b' }));
  const unset = { created: '1900000000', updated: '1900000000', status: '', verified: '' };
  expect(compatible({ shape: 'domainVerified', body })).toMatchObject({ record: unset, shrimp: 'v1.a.b' });
  expect(compatible({ shape: 'domainAdded', body })).toBe(body);
  const nodes: DomainFieldsFragment[] = [{ ...domain, status: 'PENDING' }];
  const pending = presentDomains({ nodes, cnameTarget: null }, 'nina@example.com');
  const record = { status: 'pending', verified: false };
  expect(compatible({ shape: 'domains', body: pending })).toMatchObject({ records: [record] });
});

test('recent items are strings in all three lists', () => {
  const own = { ...metadata, hasOwner: true, isOwner: true, secretKey: null };
  const view = { links: linksOf('https://once.example'), now: 1_900_000_400, custid: 'nina@example.com' };
  const strings = { created: '1900000000', secret_ttl: '1800.0', share_domain: '', recipients: '' };
  const recent = { nodes: [{ ...own, state: 'RECEIVED' as const }, own], pageInfo: { hasNextPage: false } };
  expect(compatible({ shape: 'recent', body: presentRecent(recent, view) })).toMatchObject({
    records: [strings, strings],
    details: { received: [strings], notreceived: [strings] },
  });
});

test("a colonel's counts are strings", () => {
  const { usage, custid, role, isVerified, created, plan } = account;
  const data = {
    accountStatistics: {
      sessionCount: 4,
      customerCount: 1,
      recentCustomerCount: 1,
      recentCustomers: [{ custid, plan, role, isVerified, created, usage }],
    },
    secretStatistics: { metadataCount: 7, secretCount: 6, ...usage },
    feedback: [],
    feedbackStatistics: { count: 0, todayCount: 0, yesterdayCount: 0 },
  };
  const strings = { secrets_created: '12', secrets_shared: '5', emails_sent: '3' };
  const body = presentColonel(data, { now: created, plansEnabled: true });
  expect(compatible({ shape: 'colonel', body })).toMatchObject({
    record: { recent_customers: [strings], counts: { ...strings, session_count: 4 } },
  });
});

test('native answers go out as the row made them', () => {
  const body = presentAuthcheck(account);
  expect(inDialect(d18, { shape: 'authcheck', body })).toBe(body);
});
