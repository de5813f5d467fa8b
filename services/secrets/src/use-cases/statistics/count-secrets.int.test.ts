import { newId } from '@onceover/service-kit/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { purgePastRows } from '../../adapters/postgres/purge.ts';
import { anonymous } from '../../test-support/anonymous.ts';
import { aColonel, aCustomer, byToken, givePlan } from '../../test-support/customer.ts';
import { neighbours } from '../../test-support/neighbours.ts';
import { startTestSecrets, type TestSecrets } from '../../test-support/test-secrets.ts';
import { aReveal, aShare } from '../../test-support/wishes.ts';

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startTestSecrets({ incomingRecipient: 'desk@example.com' }, neighbours());
});
afterAll(() => secrets[Symbol.asyncDispose]());

test('colonels get counts that the purge does not change', async () => {
  const count = () => secrets.useCases.countSecrets(aColonel());
  expect(await count()).toEqual({ metadata: 0, secrets: 0, created: 0, shared: 0, emails: 0 });
  const sender = aCustomer();
  await givePlan(secrets, sender);
  await secrets.useCases.concealSecret(aShare({ recipients: ['nina@example.com', 'max@example.com'] }), sender);
  await secrets.useCases.concealSecret(aShare(), anonymous());
  await secrets.useCases.submitIncoming({ secret: 'x', ticketNumber: 'A1', idempotencyKey: null }, anonymous());
  const { secretKey } = await secrets.useCases.concealSecret(aShare(), anonymous());
  await secrets.useCases.revealSecret(aReveal(secretKey), anonymous());
  await secrets.useCases.concealVerification(sender.accountRef, newId());
  await secrets.rows(`update secrets.delivery set status = 'sent' where place = 0`);
  // What came back had been sent.
  await secrets.rows(`update secrets.delivery set status = 'bounced' where place = 1`);
  const before = await count();
  expect(before).toEqual({ metadata: 5, secrets: 4, created: 4, shared: 1, emails: 3 });

  await secrets.endLifetime();
  await secrets.expireDue();
  await secrets.rows('update secrets.secret set until = clock_timestamp()');
  await purgePastRows(secrets.parts.pool);
  await purgePastRows(secrets.parts.pool);
  const left = await secrets.rows(
    `select (select count(*) from secrets.secret) + (select count(*) from secrets.delivery)
       + (select count(*) from secrets.delivery_envelope)
       + (select count(*) from secrets.incoming) as rows`,
  );
  expect(left).toEqual([{ rows: '0' }]);
  expect(await count()).toEqual({ ...before, metadata: 0, secrets: 0 });
});

test('a short key of either link names its secret, and no secret is named by a key', async () => {
  const { secretKey, metadata } = await secrets.useCases.concealSecret(aShare(), anonymous());
  const find = secrets.useCases.findByShortKey;
  const { secretId, shortkey, secretShortkey } = metadata;
  expect(await find(shortkey)).toEqual([secretId]);
  expect(await find(secretShortkey)).toEqual([secretId]);
  expect(await secrets.useCases.shortKeyOf(secretId)).toBe(secretShortkey);
  for (const unknown of ['00000000', secretKey, secretKey.slice(0, 8)]) expect(await find(unknown)).toEqual([]);
});

test('nobody else gets them', async () => {
  const withoutSecondStep = aCustomer({ role: 'colonel' });
  const token = byToken(aColonel(), 'secrets-read-meta', 'recent', 'account');
  for (const caller of [anonymous(), aCustomer(), aCustomer({ hasSecondFactor: true }), withoutSecondStep, token]) {
    await expect(secrets.useCases.countSecrets(caller)).rejects.toMatchObject({ name: 'NotAuthorizedError' });
  }
});
