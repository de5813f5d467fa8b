import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPasskey, begin, enter, enterBy, personWithPasskey, somebody } from '../../test-support/passkey-people.ts';
import { goodPassword, mailsOf, visitor } from '../../test-support/people.ts';
import { softwareAuthenticator } from '../../test-support/software-authenticator.ts';
import { startTestAccounts, type TestAccounts } from '../../test-support/test-accounts.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await startTestAccounts();
});
afterAll(() => accounts[Symbol.asyncDispose]());

const refused = (code: string) => ({ code: `account.${code}` });

async function reset(email: string, accountRef: string): Promise<void> {
  await accounts.useCases.requestPasswordReset({ email, locale: 'en' });
  await accounts.drain();
  const mail = (await mailsOf(accounts, accountRef)).at(-1);
  const resetKey = mail !== undefined && 'path' in mail ? mail.path.replace('/forgot/', '') : '';
  const password = 'a calmer harbour 7';
  await accounts.useCases.resetPassword({ resetKey, password, passwordConfirm: password }, visitor);
}

test('a reset removes every passkey, and its one email is that of the password', async () => {
  const { email, accountRef, caller, passkey, authenticator } = await personWithPasskey(accounts);
  const other = await addPasskey(accounts, caller, { name: 'Phone' });
  const bystander = await personWithPasskey(accounts);
  await reset(email, accountRef);
  for (const each of [authenticator, other.authenticator]) {
    await expect(enterBy(accounts, each)).rejects.toMatchObject(refused('bad-passkey'));
  }
  await enterBy(accounts, bystander.authenticator);
  const removed = await accounts.rows<{ data: object }>(
    `select data from accounts.events where tenant_ref = $1 and type = 'account.passkey_removed' order by xid, pos`,
    [accountRef],
  );
  expect(removed.map(({ data }) => data)).toEqual([
    { accountRef, passkeyRef: passkey.passkeyId },
    { accountRef, passkeyRef: other.passkey.passkeyId },
  ]);
  const mails = (await mailsOf(accounts, accountRef)).map(({ template }) => template);
  expect(mails.slice(mails.indexOf('password-reset'))).toEqual(['password-reset', 'password-changed']);
});

test('an answer that a reset overtakes signs nobody in', async () => {
  const { email, accountRef, authenticator } = await personWithPasskey(accounts);
  const { options, passkeyMark } = await begin(accounts);
  const answer = authenticator.get(options);
  await reset(email, accountRef);
  await expect(enter(accounts, { answer, passkeyMark })).rejects.toMatchObject(refused('bad-passkey'));
});

test('a passkey that is added at the moment of a reset is not added', async () => {
  const { email, accountRef, caller } = await somebody(accounts);
  const { ceremonies } = accounts.parts.services.account;
  const creation = softwareAuthenticator().create(
    await accounts.useCases.beginPasskey({ password: goodPassword }, caller),
  );
  const check = ceremonies.checkCreation;
  // The reset commits while the answer is checked.
  ceremonies.checkCreation = async (answer) => {
    await reset(email, accountRef);
    return await check(answer);
  };
  try {
    await expect(accounts.useCases.addPasskey({ name: 'Late', answer: creation }, caller)).rejects.toMatchObject(
      refused('passkey-expired'),
    );
  } finally {
    ceremonies.checkCreation = check;
  }
  expect(await accounts.rows('select 1 from accounts.passkey where account_ref = $1', [accountRef])).toEqual([]);
});
