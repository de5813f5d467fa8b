import { afterAll, beforeAll, expect, test } from 'vitest';
import { runAccountsCommand } from './cli.ts';
import { customer, resolve, signedIn, signUp, someAddress } from './test-support/people.ts';
import { startTestAccounts, type TestAccounts } from './test-support/test-accounts.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await startTestAccounts();
});
afterAll(() => accounts[Symbol.asyncDispose]());

async function run(...argv: string[]): Promise<{ code: number; text: string }> {
  const lines: string[] = [];
  const { config, database } = accounts;
  const code = await runAccountsCommand(argv, { config, database, write: (line) => lines.push(line) });
  return { code, text: lines.join('\n') };
}
const recordOf = (accountRef: string) => accounts.parts.services.account.book.find(accountRef);

test('the role of a colonel is given and taken, and ends the sessions', async () => {
  const { email, accountRef } = await customer(accounts);
  const { id } = await signedIn(accounts, email);
  expect((await run('make-colonel', email)).code).toBe(0);
  expect((await resolve(accounts, id)).session).toBeNull();
  expect(await recordOf(accountRef)).toMatchObject({ role: 'colonel' });
  expect((await run('remove-colonel', email)).code).toBe(0);
  expect(await recordOf(accountRef)).toMatchObject({ role: 'customer' });
  expect((await accounts.eventTypes(accountRef)).filter((type) => type === 'account.role_changed')).toHaveLength(2);
});

test('an unverified account cannot become a colonel', async () => {
  const email = someAddress();
  const accountRef = await signUp(accounts, email);
  expect((await run('make-colonel', email)).code).toBe(2);
  expect(await recordOf(accountRef)).toMatchObject({ role: 'customer' });
});

test('a plan is granted, and an event says its limits', async () => {
  const { email, accountRef } = await customer(accounts);
  expect((await run('grant-plan', email, 'identity')).code).toBe(0);
  expect(await recordOf(accountRef)).toMatchObject({ planId: 'identity' });
  const events = await accounts.rows<{ data: unknown }>(
    `select data from accounts.events where type = 'account.plan_changed' and tenant_ref = $1 order by pos desc limit 1`,
    [accountRef],
  );
  expect(events[0]?.data).toMatchObject({ planId: 'identity', limits: { customDomains: true, size: 100_000 } });
});

test('sessions are ended', async () => {
  const { email } = await customer(accounts);
  const { id } = await signedIn(accounts, email);
  expect(await run('end-sessions', email)).toEqual({ code: 0, text: 'Sessions ended: 1.' });
  expect((await resolve(accounts, id)).session).toBeNull();
});

test.each([
  [[]],
  [['make-colonel']],
  [['make-colonel', 'nina']],
  [['toString', 'a@example.com']],
  [['promote', 'a@example.com']],
])('%j is answered by the usage', async (argv) => {
  const { code, text } = await run(...argv);
  expect(code).toBe(2);
  expect(text).toContain('make-colonel EMAIL');
});

test('an unknown address and an unknown plan change nothing', async () => {
  const { email, accountRef } = await customer(accounts);
  expect((await run('make-colonel', someAddress())).code).toBe(1);
  expect((await run('grant-plan', email, 'anonymous')).code).toBe(2);
  expect((await run('grant-plan', email)).code).toBe(2);
  expect(await recordOf(accountRef)).toMatchObject({ planId: 'basic' });
});
