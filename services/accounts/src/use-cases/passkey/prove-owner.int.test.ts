import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, type PasskeyPerson, somebody, turnOnTwoStep } from '../../test-support/passkey-people.ts';
import { goodPassword } from '../../test-support/people.ts';
import { startTestAccounts, type TestAccounts } from '../../test-support/test-accounts.ts';
import { withOwnerProof } from './prove-owner.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await startTestAccounts();
});
afterAll(() => accounts[Symbol.asyncDispose]());

/** Two-step sign-in goes off after the account was read; returns the account as read. */
async function readBeforeTurnedOff(person: PasskeyPerson) {
  const { accountRef, caller } = person;
  await turnOnTwoStep(accounts, person);
  const account = await accounts.parts.services.account.book.find(accountRef);
  if (account === null) throw new Error('the account is gone');
  await accounts.useCases.disableTwoStep(goodPassword, await codeOf(accounts, accountRef), caller);
  accounts.clock.advance({ seconds: 90 });
  return account;
}

const proofOf = async (account: Awaited<ReturnType<typeof readBeforeTurnedOff>>, code?: string) => {
  const ports = accounts.parts.services.account;
  return await withOwnerProof(ports, account, { password: goodPassword, code }, async () => 'let through');
};

test('an account that was read with two-step sign-in on proves nothing without it', async () => {
  const account = await readBeforeTurnedOff(await somebody(accounts));
  await expect(proofOf(account)).rejects.toMatchObject({ code: 'account.wrong-code' });
});

test('nor by a code of a key that was begun only', async () => {
  const person = await somebody(accounts);
  const account = await readBeforeTurnedOff(person);
  await accounts.useCases.beginTwoStep(goodPassword, person.caller);
  const code = await codeOf(accounts, person.accountRef);
  await expect(proofOf(account, code)).rejects.toMatchObject({ code: 'account.wrong-code' });
});
