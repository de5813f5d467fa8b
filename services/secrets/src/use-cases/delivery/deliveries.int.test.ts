import { knexOn } from '@onceover/event-store';
import { claimSecretDelivery, forgetSecretDelivery } from '@onceover/schema/internal/deliveries';
import { createInternalCalls, type InternalCalls } from '@onceover/service-kit/internal-call';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { purgePastRows } from '../../adapters/postgres/purge.ts';
import { internalOf } from '../../internal.ts';
import { onDeliveryEnded } from '../../messaging/on-delivery-ended.ts';
import { anonymous, aPerson } from '../../test-support/anonymous.ts';
import { aCustomer, givePlan } from '../../test-support/customer.ts';
import { hear } from '../../test-support/hear.ts';
import { neighbours } from '../../test-support/neighbours.ts';
import { startTestSecrets, type TestSecrets } from '../../test-support/test-secrets.ts';
import { aBurn, aReveal, aShare } from '../../test-support/wishes.ts';

let secrets: TestSecrets;
let calls: InternalCalls;
const around = neighbours();
const sender = aCustomer();
beforeAll(async () => {
  secrets = await startTestSecrets({}, around);
  calls = createInternalCalls();
  calls.register(internalOf(secrets.parts, secrets.useCases));
});
afterAll(() => secrets[Symbol.asyncDispose]());

let addresses = 0;
async function mailed() {
  const fresh = aCustomer({ accountRef: sender.accountRef });
  await givePlan(secrets, fresh, { mailsPerDay: 500 });
  addresses += 1;
  const recipients = [`nina${addresses}@example.com`];
  const concealed = await secrets.useCases.concealSecret(aShare({ recipients }), fresh);
  const lookup = secrets.parts.ports.keys.lookupOf(concealed.secretKey);
  const [row] = await secrets.rows<{ delivery_id: string }>('select * from secrets.delivery where lookup = $1', [
    lookup,
  ]);
  if (row === undefined) throw new Error('an email was requested');
  return { ...concealed, lookup, deliveryId: row.delivery_id };
}
const claim = (deliveryId: string) => calls.ask(claimSecretDelivery, { deliveryId });

describe('a delivery id', () => {
  test('is exchanged for its envelope as often as asked, until it is forgotten', async () => {
    const { deliveryId, secretKey } = await mailed();
    for (let times = 0; times < 2; times += 1) {
      const claimed = await claim(deliveryId);
      if (claimed.kind !== 'envelope') throw new Error('it is there');
      expect(claimed.keyId).toBe('key-1');
      expect(around.open(deliveryId, Buffer.from(claimed.sealed, 'base64'))).toMatchObject({
        path: `/secret/${secretKey}`,
      });
    }
    await calls.ask(forgetSecretDelivery, { deliveryId });
    await calls.ask(forgetSecretDelivery, { deliveryId });
    expect(await claim(deliveryId)).toEqual({ kind: 'gone' });
  });

  test('is worth nothing once the secret was opened, burned or is over', async () => {
    const opened = await mailed();
    await secrets.useCases.revealSecret(aReveal(opened.secretKey), aPerson());
    const burned = await mailed();
    await secrets.useCases.burnSecret(aBurn(burned.metadata.key), anonymous());
    const over = await mailed();
    await secrets.endLifetime(over.lookup);
    const expired = await mailed();
    await secrets.endLifetime(expired.lookup);
    for (const { deliveryId } of [opened, burned, over]) expect(await claim(deliveryId)).toEqual({ kind: 'gone' });
    await secrets.expireDue();
    const left = await secrets.rows('select from secrets.delivery_envelope where lookup = any($1)', [
      [opened.lookup, burned.lookup, over.lookup, expired.lookup],
    ]);
    expect(left).toHaveLength(0);
  });

  test('that is unknown or too late is worth nothing', async () => {
    expect(await claim('019d8f3a-6b1c-7e2f-9a41-5c0d2e7f8b13')).toEqual({ kind: 'gone' });
    const late = await mailed();
    await secrets.rows('update secrets.delivery_envelope set expires_at = clock_timestamp() where delivery_id = $1', [
      late.deliveryId,
    ]);
    expect(await claim(late.deliveryId)).toEqual({ kind: 'gone' });
    await purgePastRows(secrets.parts.pool);
    expect(
      await secrets.rows('select from secrets.delivery_envelope where delivery_id = $1', [late.deliveryId]),
    ).toHaveLength(0);
  });

  test('races the reveal: what is claimed after the reveal was answered is gone', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { deliveryId, secretKey } = await mailed();
      const after: string[] = [];
      const reveal = secrets.useCases
        .revealSecret(aReveal(secretKey), aPerson())
        .then(async () => after.push((await claim(deliveryId)).kind));
      const during = await Promise.all(Array.from({ length: 8 }, () => claim(deliveryId)));
      await reveal;
      expect(after).toEqual(['gone']);
      for (const claimed of during) expect(['envelope', 'gone']).toContain(claimed.kind);
    }
  });
});

describe('what became of an email', () => {
  const first = new Date('2026-11-21T20:00:00.250Z');
  const outcome = (deliveryId: string, type: string, version: number, change = {}, occurredAt = first) =>
    hear(knexOn(secrets.parts.pool), onDeliveryEnded, {
      type,
      streamId: deliveryId,
      version,
      occurredAt,
      data: { deliveryId, template: 'secret-link', attempt: 1, requestedBy: 'secrets', reasonCode: 'other', ...change },
    });
  const statusOf = (deliveryId: string) =>
    secrets.rows('select status, at from secrets.delivery where delivery_id = $1', [deliveryId]);

  test.each([
    ['delivery.sent', 'sent'],
    ['delivery.failed', 'failed'],
    ['delivery.suppressed', 'suppressed'],
    ['delivery.bounced', 'bounced'],
  ])('is recorded on %s', async (type, status) => {
    const { deliveryId } = await mailed();
    await outcome(deliveryId, type, 1);
    expect(await statusOf(deliveryId)).toEqual([{ status, at: new Date('2026-11-21T20:00:00.250Z') }]);
  });

  test('is recorded once: events that come again and older versions change nothing', async () => {
    const { deliveryId } = await mailed();
    await outcome(deliveryId, 'delivery.sent', 2);
    await outcome(deliveryId, 'delivery.failed', 2);
    await outcome(deliveryId, 'delivery.failed', 1);
    expect(await statusOf(deliveryId)).toMatchObject([{ status: 'sent' }]);
  });

  test('an email that came back was sent, and has come back since', async () => {
    const { deliveryId } = await mailed();
    await outcome(deliveryId, 'delivery.sent', 1);
    await outcome(deliveryId, 'delivery.bounced', 2, { reasonCode: 'no-such-mailbox' });
    await outcome(deliveryId, 'delivery.sent', 1);
    expect(await statusOf(deliveryId)).toMatchObject([{ status: 'bounced' }]);
  });

  test('an email that failed and was sent again in another stream was sent', async () => {
    const { deliveryId } = await mailed();
    await outcome(deliveryId, 'delivery.failed', 1);
    await outcome(deliveryId, 'delivery.sent', 1, {}, new Date('2026-11-21T21:00:00.250Z'));
    await outcome(deliveryId, 'delivery.failed', 1);
    expect(await statusOf(deliveryId)).toMatchObject([{ status: 'sent' }]);
  });

  test('of the accounts service is nothing to us', async () => {
    const { deliveryId } = await mailed();
    await outcome(deliveryId, 'delivery.failed', 1, { requestedBy: 'accounts' });
    expect(await statusOf(deliveryId)).toMatchObject([{ status: 'queued' }]);
  });
});
