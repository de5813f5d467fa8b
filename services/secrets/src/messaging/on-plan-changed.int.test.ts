import { knexOn } from '@onceover/event-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous, aPerson } from '../test-support/anonymous.ts';
import { aCustomer, givePlan, handleOf } from '../test-support/customer.ts';
import { hear } from '../test-support/hear.ts';
import { neighbours } from '../test-support/neighbours.ts';
import { startTestSecrets, type TestSecrets } from '../test-support/test-secrets.ts';
import { aReveal, aShare } from '../test-support/wishes.ts';
import { onPlanChanged } from './on-plan-changed.ts';

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startTestSecrets({}, neighbours());
});
afterAll(() => secrets[Symbol.asyncDispose]());

const limits = { ttl: 2_592_000, size: 100_000, customDomains: true, maxRecipients: 5, mailsPerDay: 500 };
const planChanged = (accountRef: string, version: number, change: Partial<typeof limits> = {}) => ({
  type: 'account.plan_changed',
  streamId: accountRef,
  version,
  data: { accountRef, planId: 'identity', limits: { ...limits, ...change } },
});
const erased = (accountRef: string, version: number) => ({
  type: 'account.erased',
  streamId: accountRef,
  version,
  data: { accountRef },
});
const hearing = (...events: Parameters<typeof hear>[2][]) =>
  events.reduce(
    (before, event) => before.then(() => hear(knexOn(secrets.parts.pool), onPlanChanged, event)),
    Promise.resolve(),
  );

test('a plan’s size and lifetime hold from its event on; before it the anonymous plan does', async () => {
  const customer = aCustomer();
  const long = aShare({ secret: 'x'.repeat(20_000), ttl: 2_592_000 });
  const before = await secrets.useCases.concealSecret(long, customer);
  expect(before).toMatchObject({ isTruncated: true, isTtlAdjusted: true, metadata: { ttlSeconds: 604_800 } });
  await hearing(planChanged(customer.accountRef, 2));
  const after = await secrets.useCases.concealSecret(long, customer);
  expect(after).toMatchObject({ isTruncated: false, isTtlAdjusted: false, metadata: { ttlSeconds: 2_592_000 } });
  const open = await secrets.useCases.concealSecret(aShare({ ttl: null }), customer);
  expect(open.metadata.ttlSeconds).toBe(604_800);
  const short = await secrets.useCases.concealSecret(long, anonymous());
  expect(short).toMatchObject({ isTruncated: true, metadata: { ttlSeconds: 604_800 } });
});

test('an event that comes again or late changes nothing', async () => {
  const customer = aCustomer();
  const { accountRef } = customer;
  const sizeOf = async () => (await secrets.parts.ports.planLimits.for(customer)).maxCharacters;
  await hearing(planChanged(accountRef, 5, { size: 50_000 }), planChanged(accountRef, 3, { size: 1 }));
  await hearing(planChanged(accountRef, 5, { size: 2 }));
  expect(await sizeOf()).toBe(50_000);
  await hearing(planChanged(accountRef, 6, { size: 60_000 }));
  expect(await sizeOf()).toBe(60_000);
});

test('an erased account leaves no handle and no recipient, and its secrets stay openable', async () => {
  const customer = aCustomer();
  await givePlan(secrets, customer);
  const wish = aShare({ recipients: ['nina@example.com'] });
  const { secretKey, metadata } = await secrets.useCases.concealSecret(wish, customer);
  const other = aCustomer();
  const theirs = await secrets.useCases.concealSecret(aShare(), other);
  expect(metadata.recipients).toBe('ni*****@e*****.com');
  const handle = (await handleOf(secrets, secretKey)) ?? '';
  await hearing(erased(customer.accountRef, 9), erased(customer.accountRef, 9));
  expect(await handleOf(secrets, secretKey)).toBeNull();
  expect(await secrets.useCases.showMetadata(handle, customer)).toBeNull();
  const seen = await secrets.useCases.showMetadata(metadata.key, anonymous());
  expect(seen).toMatchObject({ state: 'new', secretKey, recipients: null, emailCount: 0, hasOwner: true });
  expect(await handleOf(secrets, theirs.secretKey)).not.toBeNull();
  expect((await secrets.useCases.revealSecret(aReveal(secretKey), aPerson())).value).toBe('tea at 5?');
});

test('an older plan does not bring an erased account back', async () => {
  const customer = aCustomer();
  await hearing(
    erased(customer.accountRef, 4),
    planChanged(customer.accountRef, 3),
    planChanged(customer.accountRef, 5),
  );
  expect(await secrets.parts.ports.planLimits.for(customer)).toMatchObject({ maxRecipients: 0, maxCharacters: 10_000 });
});

test('what the event does not promise is ignored, and what it must say is asked for', async () => {
  const { accountRef } = aCustomer();
  const event = planChanged(accountRef, 2);
  await hearing({ ...event, data: { ...event.data, unheardOf: true } });
  await expect(hearing({ ...event, version: 3, data: { accountRef } })).rejects.toThrow(/limits/);
});
