import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aSignUp,
  callerOf,
  customer,
  goodPassword,
  openLink,
  signedIn,
  signUp,
  someAddress,
} from '../../test-support/people.ts';
import { startTestAccounts, type TestAccounts } from '../../test-support/test-accounts.ts';
import { eraseUnverifiedUseCase } from './erase-account.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await startTestAccounts();
});
afterAll(() => accounts[Symbol.asyncDispose]());

/** Every row of every table of the service, the queue's included, as text. */
async function everything(): Promise<string> {
  const tables = await accounts.rows<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('accounts', 'accounts_jobs')`,
  );
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await accounts.rows<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`);
      return rows.map(({ row }) => `${name} ${row}`).join('\n');
    }),
  );
  return texts.join('\n');
}
const hex = (text: string) => Buffer.from(text, 'utf8').toString('hex');
const remove = async (sessionId: string, password = goodPassword) =>
  accounts.useCases.deleteAccount(password, await callerOf(accounts, sessionId));

describe('personal data', () => {
  test('is never in clear in any table, at any moment of a sign-up', async () => {
    const email = someAddress();
    const found: string[] = [];
    await accounts.useCases.signUp(aSignUp(email));
    found.push(await everything());
    await accounts.drain();
    await signedIn(accounts, email).catch(() => undefined);
    found.push(await everything());
    for (const text of found) {
      expect(text).not.toContain(email);
      expect(text).not.toContain(hex(email));
      expect(text).not.toContain(goodPassword);
      expect(text).not.toContain(hex(goodPassword));
    }
  });
});

describe('deleting an account', () => {
  test('leaves the reference in the log and nothing else anywhere', async () => {
    const { email, accountRef } = await customer(accounts);
    const { id } = await signedIn(accounts, email, { wantsRememberMe: true });
    await accounts.useCases.requestPasswordReset({ email, locale: 'en' });
    await accounts.drain();
    const sealed = await accounts.parts.vault.sealForAccount(accountRef, 'once.acme.example');
    await remove(id);
    const lines = (await everything()).split('\n').filter((line) => line.includes(accountRef));
    const tables = new Set(lines.map((line) => line.split(' ')[0]));
    expect([...tables].sort()).toEqual(['accounts.commands', 'accounts.events', 'accounts.streams']);
    expect(await accounts.parts.vault.unsealForAccount(accountRef, sealed)).toBe('[erased]');
    expect((await accounts.eventTypes(accountRef)).filter((type) => /erased|revoked/.test(type))).toEqual([
      'account.erased',
      'security.session_revoked',
    ]);
  });

  test('frees the address', async () => {
    const { email, accountRef } = await customer(accounts);
    await remove((await signedIn(accounts, email)).id);
    expect(await signUp(accounts, email)).not.toBe(accountRef);
  });

  test('asks for the password', async () => {
    const { email } = await customer(accounts);
    const { id } = await signedIn(accounts, email);
    await expect(remove(id, '')).rejects.toMatchObject({ code: 'account.password-required' });
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await expect(remove(id, 'no')).rejects.toMatchObject({ code: 'account.wrong-password-confirmation' });
    }
    await expect(remove(id)).rejects.toMatchObject({ code: 'account.too-many-tries' });
  });

  test('twice at once happens once', async () => {
    const { email, accountRef } = await customer(accounts);
    const { id } = await signedIn(accounts, email);
    await Promise.allSettled([remove(id), remove(id), remove(id)]);
    expect((await accounts.eventTypes(accountRef)).filter((type) => type === 'account.erased')).toHaveLength(1);
  });
});

describe('unverified accounts', () => {
  test('are deleted after seven days; verified ones stay', async () => {
    const email = someAddress();
    const accountRef = await signUp(accounts, email);
    const kept = await customer(accounts);
    const erase = eraseUnverifiedUseCase(accounts.parts.services.account);
    accounts.clock.advance({ days: 6, hours: 23 });
    await erase();
    expect(await accounts.eventTypes(accountRef)).not.toContain('account.erased');
    accounts.clock.advance({ hours: 1 });
    await erase();
    expect((await accounts.eventTypes(accountRef)).at(-1)).toBe('account.erased');
    const { book } = accounts.parts.services.account;
    expect(await book.findByEmail(email)).toBeNull();
    expect(await book.find(kept.accountRef)).not.toBeNull();
  });

  test('stay when their owner opens the link at the last moment', async () => {
    const email = someAddress();
    const accountRef = await signUp(accounts, email);
    accounts.clock.advance({ days: 8 });
    const { account } = accounts.parts.services;
    const beforeErasure = [() => openLink(accounts, accountRef)];
    await eraseUnverifiedUseCase({ ...account, beforeErasure })();
    expect((await accounts.eventTypes(accountRef)).at(-1)).toBe('account.verified');
    expect(await account.book.findByEmail(email)).toMatchObject({ isVerified: true });
  });
});
