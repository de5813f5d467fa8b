import { privateAnswer } from '@onceover/schema/rest/metadata';
import { expect, test } from 'vitest';
import { metadata } from '../../../../test-support/sample-data.ts';
import { linksOf } from './links.ts';
import { presentPrivate } from './private.ts';

const view = { links: linksOf('https://once.example'), now: 1_900_000_400, custid: 'nina@example.com' };

test('the creator sees what happened to each email with the link, in the order of the recipients', () => {
  const deliveries = [
    { status: 'SENT', at: 1_900_000_010 },
    { status: 'QUEUED', at: 1_900_000_000 },
    { status: 'FAILED', at: 1_900_000_020 },
    { status: 'SUPPRESSED', at: 1_900_000_030 },
  ] as const;
  const { details } = privateAnswer.parse(presentPrivate({ ...metadata, deliveries }, view));
  expect(details.deliveries).toEqual([
    { status: 'sent', at: 1_900_000_010 },
    { status: 'queued', at: 1_900_000_000 },
    { status: 'failed', at: 1_900_000_020 },
    { status: 'suppressed', at: 1_900_000_030 },
  ]);
});

test('without recipients there are no emails, and a metadata key is not an owner handle', () => {
  const { details } = privateAnswer.parse(presentPrivate(metadata, view));
  expect([details.deliveries, details.is_by_owner_handle]).toEqual([[], false]);
});

test('an owner handle says what it is', () => {
  const byHandle = { ...metadata, secretKey: null, isOwner: true, hasOwner: true, isByOwnerHandle: true };
  const { record, details } = privateAnswer.parse(presentPrivate(byHandle, view));
  expect([details.is_by_owner_handle, record.share_url]).toEqual([true, null]);
});
