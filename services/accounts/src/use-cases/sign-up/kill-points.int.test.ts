import { DomainError } from '@onceover/service-kit/errors';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { aSignUp, mailsOf, someAddress } from '../../test-support/people.ts';
import { startTestAccounts, type TestAccounts } from '../../test-support/test-accounts.ts';
import type { FailpointName } from '../account/account-ports.ts';
import { handlePendingRequestUseCase } from './handle-pending-request.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await startTestAccounts();
});
afterEach(() => {
  accounts.failpoint = () => undefined;
});
afterAll(() => accounts[Symbol.asyncDispose]());

class Killed extends Error {}

/** The process stops at this moment, the first time it comes by. */
function killOnceAt(point: FailpointName): { readonly count: number } {
  const seen = { count: 0 };
  accounts.failpoint = (name) => {
    if (name !== point) return;
    seen.count += 1;
    if (seen.count === 1) throw new Killed();
  };
  return seen;
}

describe('a sign-up whose worker dies', () => {
  test.each<FailpointName>([
    'sign-up.opened',
    'sign-up.concealed',
    'sign-up.sealed',
    'sign-up.appended',
    'sign-up.committed',
  ])('at %s is finished by the next one: one account, one email, one secret', async (point) => {
    const email = someAddress();
    const secretsBefore = accounts.neighbours.secrets.size;
    const seen = killOnceAt(point);
    await accounts.useCases.signUp(aSignUp(email));
    const { book } = accounts.parts.services.account;
    await expect.poll(async () => book.findByEmail(email), { timeout: 10_000 }).not.toBeNull();
    await accounts.drain();
    const account = await book.findByEmail(email);
    const accountRef = account?.accountRef ?? '';
    expect(seen.count).toBeGreaterThanOrEqual(1);
    expect(await accounts.eventTypes(accountRef)).toEqual(['account.registered', 'account.plan_changed']);
    expect(await mailsOf(accounts, accountRef)).toHaveLength(1);
    expect(accounts.neighbours.secrets.size).toBe(secretsBefore + 1);
    expect(await accounts.rows('select 1 from accounts.pending_request')).toEqual([]);
  });

  test('waits for services that are down, and nothing is half-done meanwhile', async () => {
    const email = someAddress();
    accounts.neighbours.isAway = true;
    await accounts.useCases.signUp(aSignUp(email));
    const [pending] = await accounts.rows<{ request_id: string }>('select request_id from accounts.pending_request');
    const handle = handlePendingRequestUseCase(accounts.parts.services.account);
    await expect(handle(pending?.request_id ?? '')).rejects.toThrow('not available');
    expect(await accounts.parts.services.account.book.findByEmail(email)).toBeNull();
    accounts.neighbours.isAway = false;
    await expect
      .poll(() => accounts.parts.services.account.book.findByEmail(email), { timeout: 10_000 })
      .not.toBeNull();
  });

  test('and runs again when it is done changes nothing', async () => {
    const email = someAddress();
    await accounts.useCases.signUp(aSignUp(email));
    const [pending] = await accounts.rows<{ request_id: string }>('select request_id from accounts.pending_request');
    await accounts.drain();
    await handlePendingRequestUseCase(accounts.parts.services.account)(
      pending?.request_id ?? '0197a000-0000-7000-8000-000000000001',
    );
    const account = await accounts.parts.services.account.book.findByEmail(email);
    expect(await accounts.eventTypes(account?.accountRef ?? '')).toHaveLength(2);
  });
});

test('a sign-up that dies once its request is stored is still completed', async () => {
  const email = someAddress();
  killOnceAt('sign-up.stored');
  await expect(accounts.useCases.signUp(aSignUp(email))).rejects.toThrow(Killed);
  await accounts.drain();
  expect(await accounts.parts.services.account.book.findByEmail(email)).not.toBeNull();
});

test('a sign-up whose link has ended before it was emailed is given up', async () => {
  const { account } = accounts.parts.services;
  accounts.neighbours.isAway = true;
  await accounts.useCases.signUp(aSignUp(someAddress()));
  const [pending] = await accounts.rows<{ request_id: string }>('select request_id from accounts.pending_request');
  const ask = () => Promise.reject(new DomainError('secret.idempotency-expired'));
  await handlePendingRequestUseCase({ ...account, ask })(pending?.request_id ?? '');
  accounts.neighbours.isAway = false;
  expect(await accounts.rows('select 1 from accounts.pending_request')).toEqual([]);
});
