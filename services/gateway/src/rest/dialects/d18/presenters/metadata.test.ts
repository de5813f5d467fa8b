import { metadataObject, recentAnswer } from '@onceover/schema/rest/metadata';
import { expect, test } from 'vitest';
import type { MetadataFieldsFragment } from '../../../../operations/operations.generated.ts';
import { metadata } from '../../../../test-support/sample-data.ts';
import { linksOf } from './links.ts';
import { presentMetadata, presentRecent } from './metadata.ts';

const view = { links: linksOf('https://once.example'), now: 1_900_000_400, custid: 'nina@example.com' };
const own = { ...metadata, hasOwner: true, isOwner: true, secretKey: null } satisfies MetadataFieldsFragment;

test.each([
  ['an anonymous creator is anon to everybody', { hasOwner: false, isOwner: false }, 'anon'],
  ['an owner sees their own address', { hasOwner: true, isOwner: true }, 'nina@example.com'],
  ['nobody else sees it', { hasOwner: true, isOwner: false }, null],
])('%s', (_rule, flags, custid) => {
  expect(metadataObject.parse(presentMetadata({ ...metadata, ...flags }, view)).custid).toBe(custid);
});

test('a custom domain carries the share link and nothing else', () => {
  const shown = presentMetadata({ ...metadata, shareDomain: 'once.acme.example' }, view);
  expect(shown.share_url).toBe(`https://once.acme.example/secret/${metadata.secretKey}`);
  expect(shown.metadata_url).toBe(`https://once.example/private/${metadata.key}`);
});

test('recent secrets are listed by age, and again in two groups', () => {
  const key = (digit: number) => `${digit}`.repeat(31);
  const nodes: MetadataFieldsFragment[] = [
    { ...own, key: key(4), created: 1_900_000_300, state: 'EXPIRED' },
    { ...own, key: key(3), created: 1_900_000_200, updated: 1_900_000_210, state: 'BURNED' },
    { ...own, key: key(2), created: 1_900_000_100, updated: 1_900_000_390, state: 'RECEIVED' },
    { ...own, key: key(1), created: 1_900_000_000 },
  ];
  const answer = recentAnswer.parse(presentRecent({ nodes, pageInfo: { hasNextPage: true } }, view));
  const keys = (records: readonly { readonly key: string }[]) => records.map((record) => record.key[0]).join('');
  expect([answer.count, answer.custid]).toEqual([4, 'nina@example.com']);
  expect(keys(answer.records)).toBe('1234');
  expect(keys(answer.details.received)).toBe('23');
  expect(keys(answer.details.notreceived)).toBe('14');
  expect(answer.details).toMatchObject({ has_items: true, has_more: true, now: '2030-03-17 17:53:20 +0000' });
  expect(view.now - answer.details.since).toBe(2_592_000);
  expect(answer.records.every(({ share_url }) => share_url === null)).toBe(true);
});

test('nothing recent is an empty list', () => {
  const answer = recentAnswer.parse(presentRecent({ nodes: [], pageInfo: { hasNextPage: false } }, view));
  expect(answer).toMatchObject({ count: 0, records: [], details: { has_items: false, has_more: false } });
});
