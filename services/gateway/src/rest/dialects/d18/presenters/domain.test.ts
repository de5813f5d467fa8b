import { domainAnswer, domainListAnswer } from '@onceover/schema/rest/domains';
import { expect, test } from 'vitest';
import type { DomainFieldsFragment } from '../../../../operations/operations.generated.ts';
import { domain } from '../../../../test-support/sample-account.ts';
import { presentDomains, presentOneDomain } from './domain.ts';

test('a domain is shown with the DNS records it needs', () => {
  const { record, details, custid } = domainAnswer.parse(presentOneDomain(domain, 'nina@example.com'));
  expect(custid).toBe('nina@example.com');
  expect(record).toMatchObject({
    domainid: domain.id,
    display_domain: 'once.acme.example',
    _original_value: 'Once.Acme.Example',
    trd: 'once',
    status: null,
    verified: false,
    vhost: null,
    txt_validation_value: domain.txtValue,
  });
  expect(details.cluster).toEqual({
    type: null,
    cluster_ip: null,
    cluster_name: null,
    vhost_target: 'links.once.example',
  });
});

const listOf = (...nodes: DomainFieldsFragment[]) =>
  presentDomains({ nodes, cnameTarget: 'links.once.example' }, 'nina@example.com');

test('lists have a count; an empty one names the target too', () => {
  const none = domainListAnswer.parse(listOf());
  expect(none).toMatchObject({ count: 0, records: [], details: { cluster: { vhost_target: 'links.once.example' } } });
  const verified = { ...domain, isVerified: true, status: 'ACTIVE' } as const;
  const [first] = domainListAnswer.parse(listOf(verified)).records;
  expect(first).toMatchObject({ status: 'active', verified: true });
});
