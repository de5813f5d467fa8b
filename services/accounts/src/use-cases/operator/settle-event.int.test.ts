import type { CustomerCaller } from '@onceover/schema/caller';
import { operatorTenant } from '@onceover/schema/events/tenants';
import { settleEventIn } from '@onceover/schema/internal/service-health';
import { customer } from '@onceover/schema/test-support/callers';
import { newId } from '@onceover/service-kit/ids';
import { answering, createInternalCalls } from '@onceover/service-kit/internal-call';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { someVisitor } from '../../test-support/people.ts';
import { startTestAccounts, type TestAccounts } from '../../test-support/test-accounts.ts';
import { settleEventUseCase } from './settle-event.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await startTestAccounts();
});
afterAll(() => accounts[Symbol.asyncDispose]());

const operatorRef = newId();
function colonel(more: Partial<CustomerCaller> = {}): CustomerCaller {
  const provenAt = accounts.clock.now().getTime();
  return customer(operatorRef, { role: 'colonel', hasSecondFactor: true, provenAt, ...more });
}

const wish = (eventId: string) =>
  ({
    service: 'secrets',
    consumer: 'secrets.plan-limits@1',
    eventId,
    action: 'skip',
    confirmation: eventId.slice(-8),
    reasonCode: 'maintenance',
  }) as const;

const recordedOf = async (eventId: string) =>
  (
    await accounts.rows<{ data: object }>(
      `select data from accounts.events where type = 'operator.action_taken' and tenant_ref = $1 and data->>'targetRef' = $2`,
      [operatorTenant, eventId],
    )
  ).map(({ data }) => data);

/** A service of secrets that answers as told, and what was recorded when it was asked. */
function settling(answer: { kind: 'done' } | { kind: 'impossible'; reason: string }) {
  const asked: { wish: object; recorded: number }[] = [];
  const { ask, register } = createInternalCalls();
  register([
    answering(settleEventIn('secrets'), async (given) => {
      asked.push({ wish: given, recorded: (await recordedOf(given.eventId)).length });
      return answer;
    }),
  ]);
  const { events, clock } = accounts.parts.services.account;
  return { settle: settleEventUseCase({ events, clock, ask }), asked };
}

test('what a colonel does about an event is recorded before it is done, with the reason', async () => {
  const { settle, asked } = settling({ kind: 'done' });
  const eventId = newId();
  expect(await settle(wish(eventId), colonel())).toBe(eventId);
  const { action, consumer } = wish(eventId);
  expect(asked).toEqual([{ wish: { action, consumer, eventId }, recorded: 1 }]);
  expect(await recordedOf(eventId)).toEqual([
    { operatorRef, action: 'event_skipped', targetKind: 'event', targetRef: eventId, reasonCode: 'maintenance' },
  ]);
});

test('what cannot be done says why, and that it was tried is recorded', async () => {
  const reason = 'secrets.plan-limits@1 is not halted on this event';
  const { settle } = settling({ kind: 'impossible', reason });
  const eventId = newId();
  await expect(settle(wish(eventId), colonel())).rejects.toMatchObject({
    code: 'account.event-not-settled',
    details: { reason },
  });
  expect(await recordedOf(eventId)).toHaveLength(1);
});

test('without a fresh proof, the end of the id, or the rights of a colonel nothing is done and nothing recorded', async () => {
  const { settle, asked } = settling({ kind: 'done' });
  const eventId = newId();
  const old = accounts.clock.now().getTime() - 15 * 60_000;
  const refused = [
    [wish(eventId), colonel({ provenAt: old }), 'account.reauthentication-required'],
    [{ ...wish(eventId), confirmation: '' }, colonel(), 'account.wrong-confirmation'],
    [{ ...wish('not-an-id'), confirmation: 'ot-an-id' }, colonel(), 'account.event-not-settled'],
    [{ ...wish(eventId), consumer: 'x'.repeat(101) }, colonel(), 'account.event-not-settled'],
  ] as const;
  for (const [asking, caller, code] of refused) await expect(settle(asking, caller)).rejects.toMatchObject({ code });
  for (const caller of [someVisitor(), colonel({ role: 'customer' }), colonel({ hasSecondFactor: false })]) {
    await expect(settle(wish(eventId), caller)).rejects.toMatchObject({ name: 'NotAuthorizedError' });
  }
  expect(asked).toEqual([]);
  expect(await recordedOf(eventId)).toEqual([]);
});

test('while the service is down it is an outage', async () => {
  const { events, clock } = accounts.parts.services.account;
  const settle = settleEventUseCase({ events, clock, ask: createInternalCalls().ask });
  await expect(settle(wish(newId()), colonel())).rejects.toMatchObject({ name: 'OutageError' });
});
