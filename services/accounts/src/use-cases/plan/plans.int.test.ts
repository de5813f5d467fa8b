import type { PlanId } from '@onceover/schema/plans';
import { ownOrigin } from '@onceover/service-kit/origin';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSubjectCipher } from '../../adapters/crypto/subject-cipher.ts';
import { createPostgresAccountBook } from '../../adapters/postgres/account-book.ts';
import { startTestFoundation, type TestFoundation } from '../../test-support/test-foundation.ts';
import { accountStream } from '../account/account-command.ts';
import { grantPlanUseCase } from './plans.ts';

let accounts: TestFoundation;
let grantPlan: (accountRef: string, planId: PlanId) => Promise<boolean>;
beforeAll(async () => {
  accounts = await startTestFoundation();
  const { pool, keys, events } = accounts.foundation;
  const book = createPostgresAccountBook(pool, createSubjectCipher(keys), (email) => keys.keyedHash('email', email));
  const grant = grantPlanUseCase({ events, book });
  grantPlan = (accountRef, planId) => grant(accountRef, planId, 'command-line', 'command-line');
});
afterAll(() => accounts[Symbol.asyncDispose]());

/** An account whose stream has begun, too. */
async function aRegisteredAccount(): Promise<string> {
  const accountRef = await accounts.anAccount({ planId: 'basic' });
  await accounts.foundation.events.execute({
    context: {
      commandId: crypto.randomUUID(),
      tenantRef: accountRef,
      meta: { correlationId: 'test', actor: { kind: 'system' }, ...ownOrigin('system') },
    },
    appends: [
      {
        stream: accountStream(accountRef),
        expected: 'none',
        events: [{ type: 'account.registered', schemaVersion: 1, data: { accountRef, locale: 'en', planId: 'basic' } }],
      },
    ],
    shared: [],
    guards: [],
    inline: [],
  });
  return accountRef;
}
const planOf = (accountRef: string) =>
  accounts.rows('select plan_id from accounts.account where account_ref = $1', [accountRef]);
const eventsOf = async (accountRef: string) =>
  (await accounts.foundation.events.load(accountStream(accountRef))).events;

test('a plan is granted once, and the event says what it allows', async () => {
  const nina = await aRegisteredAccount();
  expect(await grantPlan(nina, 'identity')).toBe(true);
  expect(await grantPlan(nina, 'identity')).toBe(false);
  expect(await planOf(nina)).toEqual([{ plan_id: 'identity' }]);
  const [, changed, ...rest] = await eventsOf(nina);
  expect(rest).toEqual([]);
  expect(changed).toMatchObject({
    type: 'account.plan_changed',
    tenantRef: nina,
    data: {
      accountRef: nina,
      planId: 'identity',
      limits: { ttl: 2_592_000, size: 100_000, customDomains: true, maxRecipients: 5, mailsPerDay: 500 },
    },
  });
});

test('and taken back', async () => {
  const nina = await aRegisteredAccount();
  await grantPlan(nina, 'identity');
  expect(await grantPlan(nina, 'basic')).toBe(true);
  expect(await planOf(nina)).toEqual([{ plan_id: 'basic' }]);
});

test('several grants at once end in one of them, in the row as in the log', async () => {
  const nina = await aRegisteredAccount();
  await Promise.allSettled([grantPlan(nina, 'identity'), grantPlan(nina, 'global-elite'), grantPlan(nina, 'identity')]);
  const last = (await eventsOf(nina)).at(-1)?.data as { planId: string };
  expect(await planOf(nina)).toEqual([{ plan_id: last.planId }]);
});

test('only accounts get a plan, and none gets the plan of visitors', async () => {
  await expect(grantPlan(crypto.randomUUID(), 'identity')).rejects.toMatchObject({ name: 'AccountGone' });
  await expect(grantPlan(await aRegisteredAccount(), 'anonymous')).rejects.toThrow(TypeError);
});
