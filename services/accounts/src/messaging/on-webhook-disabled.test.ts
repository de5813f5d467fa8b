import type { HandlerContext } from '@onceover/event-bus';
import { operatorTenant } from '@onceover/schema/events/tenants';
import { newId } from '@onceover/service-kit/ids';
import { traceparentOf } from '@onceover/service-kit/origin';
import { expect, test } from 'vitest';
import { onWebhookDisabled } from './on-webhook-disabled.ts';

type Disabled = Parameters<typeof onWebhookDisabled.handle>[0][number];

const data = { accountRef: newId(), webhookId: newId(), reasonCode: 'gone' } as const;
const traceparent = traceparentOf('r');

/** The jobs that are put to work for an event of this tenant. */
async function jobsOf(eventId: string, tenantRef: string): Promise<readonly (readonly unknown[])[]> {
  const jobs: unknown[][] = [];
  const event = { id: eventId, tenantRef, data, meta: { traceparent } };
  const context = { enqueue: async (...job: unknown[]) => void jobs.push(job) };
  await onWebhookDisabled.handle([event as Disabled], context as unknown as HandlerContext);
  return jobs;
}

test.each([
  ['their own', data.accountRef, false],
  ['one of the installation', operatorTenant, true],
])('who set up %s is to be told, by references alone', async (_whose, tenantRef, isOfInstallation) => {
  const eventId = newId();
  const { accountRef, webhookId } = data;
  const payload = { eventId, accountRef, webhookId, reason: 'gone', isOfInstallation };
  expect(await jobsOf(eventId, tenantRef)).toEqual([['tell-of-webhook', payload, { traceparent }]]);
});
