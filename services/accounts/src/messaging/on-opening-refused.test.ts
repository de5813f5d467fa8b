import type { HandlerContext } from '@onceover/event-bus';
import { newId } from '@onceover/service-kit/ids';
import { traceparentOf } from '@onceover/service-kit/origin';
import { expect, test } from 'vitest';
import { onOpeningRefused } from './on-opening-refused.ts';

type Refused = Parameters<typeof onOpeningRefused.handle>[0][number];

const accountRef = newId();
const secretId = newId();
const traceparent = traceparentOf('r');
const windowStart = '2026-01-05T10:15:00.000Z';

/** The jobs that are put to work when a secret was tried so many times. */
async function jobsAt(count: number): Promise<readonly (readonly unknown[])[]> {
  const jobs: unknown[][] = [];
  const data = { secretId, reason: 'wrong-passphrase', count, windowStart };
  const event = { tenantRef: accountRef, data, meta: { traceparent } };
  const context = { enqueue: async (...job: unknown[]) => void jobs.push(job) };
  await onOpeningRefused.handle([event as Refused], context as unknown as HandlerContext);
  return jobs;
}

test.each([1, 2, 9])('at %d refused openings nobody is emailed', async (count) => {
  expect(await jobsAt(count)).toEqual([]);
});

test.each([10, 50])('at %d refused openings the owner is to be told, by references alone', async (count) => {
  const payload = { accountRef, secretId, reason: 'wrong-passphrase', count };
  expect(await jobsAt(count)).toEqual([['tell-of-interception', payload, { traceparent }]]);
});

test('secrets without an owner do not wake it', () => {
  expect(onOpeningRefused.tenantsOnly).toBe(true);
});
