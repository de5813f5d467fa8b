import { metaField } from '@onceover/event-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeAt } from './adapters/crypto/one-time-codes.ts';
import { importPortsOf } from './adapters.ts';
import { openAccountImport, runAccountsCommand } from './cli.ts';
import {
  aSignIn,
  callerOf,
  customer,
  goodPassword,
  mailsOf,
  resolve,
  signedIn,
  signUp,
  someAddress,
  someVisitor,
} from './test-support/people.ts';
import { startTestAccounts, type TestAccounts } from './test-support/test-accounts.ts';
import { importAccountUseCase } from './use-cases/import/import-account.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await startTestAccounts();
});
afterAll(() => accounts[Symbol.asyncDispose]());

async function run(...argv: string[]): Promise<{ code: number; text: string }> {
  const lines: string[] = [];
  const { config, database } = accounts;
  const code = await runAccountsCommand(argv, {
    open: async () => ({ config, database }),
    write: (line) => lines.push(line),
  });
  return { code, text: lines.join('\n') };
}
const recordOf = (accountRef: string) => accounts.parts.services.account.book.find(accountRef);

/** A customer with two-step sign-in on, at the browser that turned it on. */
async function withTwoStep() {
  const { email, accountRef } = await customer(accounts);
  const { id } = await signedIn(accounts, email);
  const caller = await callerOf(accounts, id);
  await accounts.useCases.beginTwoStep(goodPassword, caller);
  const stored = await accounts.parts.services.account.twoStep.find(accountRef);
  const code = codeAt(stored?.seed ?? Buffer.alloc(0), Math.floor(accounts.clock.now().getTime() / 30_000));
  await accounts.useCases.enableTwoStep(code, caller);
  return { email, accountRef, id };
}

test('an account without two-step sign-in cannot become a colonel, and the answer says what to do', async () => {
  const { email, accountRef } = await customer(accounts);
  const { code, text } = await run('make-colonel', email);
  expect([code, text]).toEqual([1, expect.stringContaining('turns it on at /account/security')]);
  expect(await recordOf(accountRef)).toMatchObject({ role: 'customer' });
});

test('two-step sign-in is removed: the password is enough, every session ends, and the owner is told', async () => {
  const { email, accountRef, id } = await withTwoStep();
  expect((await run('remove-two-step', email)).code).toBe(0);
  expect(await recordOf(accountRef)).toMatchObject({ isTwoStepOn: false });
  expect((await resolve(accounts, id)).session).toBeNull();
  expect((await accounts.useCases.signIn(aSignIn(email), someVisitor())).kind).toBe('signed-in');
  await accounts.drain();
  expect((await mailsOf(accounts, accountRef)).at(-1)).toMatchObject({ template: 'two-step-removed', address: email });
  expect(await accounts.eventTypes(accountRef)).toEqual(
    expect.arrayContaining(['account.two_step_removed', 'security.totp_changed', 'security.session_revoked']),
  );
  const again = await run('remove-two-step', email);
  expect(again).toEqual({ code: 0, text: 'Two-step sign-in was not on.' });
});

test('the role of a colonel is given and taken, and ends the sessions', async () => {
  const { email, accountRef, id } = await withTwoStep();
  expect((await run('make-colonel', email)).code).toBe(0);
  expect((await resolve(accounts, id)).session).toBeNull();
  expect(await recordOf(accountRef)).toMatchObject({ role: 'colonel' });
  expect((await run('remove-colonel', email)).code).toBe(0);
  expect(await recordOf(accountRef)).toMatchObject({ role: 'customer' });
  expect((await accounts.eventTypes(accountRef)).filter((type) => type === 'account.role_changed')).toHaveLength(2);
});

test('an account is disabled and enabled, and the last colonel stays', async () => {
  const { email, accountRef, id } = await withTwoStep();
  expect((await run('disable', email)).code).toBe(0);
  expect(await recordOf(accountRef)).toMatchObject({ isDisabled: true });
  expect((await resolve(accounts, id)).session).toBeNull();
  expect(await run('disable', email)).toEqual({ code: 0, text: 'The account was disabled already.' });
  expect(await run('make-colonel', email)).toEqual({ code: 1, text: 'The account is disabled. Enable it first.' });
  expect((await run('enable', email)).code).toBe(0);
  expect(await run('enable', email)).toEqual({ code: 0, text: 'The account was not disabled.' });
  await run('make-colonel', email);
  const last = { code: 1, text: 'This is the last colonel. Appoint another one first.' };
  expect(await run('disable', email)).toEqual(last);
  expect(await recordOf(accountRef)).toMatchObject({ isDisabled: false });
  await run('remove-colonel', email);
});

test('what an operator does on the command line is in the trail of the account, without an account of the operator', async () => {
  const { email, accountRef } = await withTwoStep();
  for (const command of ['make-colonel', 'remove-colonel', 'end-sessions', 'remove-two-step', 'disable', 'enable'])
    await run(command, email);
  await run('grant-plan', email, 'identity');
  const recorded = await accounts.rows<{ action: string }>(
    `select data->>'action' as action, data->>'operatorRef' as operator, data->>'reasonCode' as reason,
       ${metaField('surface')} as surface from accounts.events e
     where type = 'operator.action_taken' and tenant_ref = $1 order by pos`,
    [accountRef],
  );
  const byCommand = { operator: null, reason: 'command-line', surface: 'cli' };
  expect(recorded).toEqual(
    [
      'colonel_made',
      'customer_made',
      'sessions_ended',
      'two_step_removed',
      'account_disabled',
      'account_enabled',
      'plan_changed',
    ].map((action) => ({
      action,
      ...byCommand,
    })),
  );
});

test('an unverified account cannot become a colonel', async () => {
  const email = someAddress();
  const accountRef = await signUp(accounts, email);
  expect((await run('make-colonel', email)).code).toBe(1);
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
  expect(text).toContain('Usage: npm run accounts --');
});

test('an unknown address and an unknown plan change nothing', async () => {
  const { email, accountRef } = await customer(accounts);
  expect((await run('make-colonel', someAddress())).code).toBe(1);
  expect((await run('grant-plan', email, 'anonymous')).code).toBe(2);
  expect((await run('grant-plan', email)).code).toBe(2);
  expect(await recordOf(accountRef)).toMatchObject({ planId: 'basic' });
});

test('what an old server has goes to accounts that came from there, and to nobody who had the address here before', async () => {
  await using stack = new AsyncDisposableStack();
  const { config, database } = accounts;
  const { accountRefOf } = await openAccountImport({ config, database }, stack);
  const [moved, here] = [someAddress(), await customer(accounts)];
  const importAccount = importAccountUseCase(importPortsOf(accounts.parts));
  const source = { isVerified: true, role: 'customer', planId: 'basic', locale: 'en', createdAt: new Date(0) };
  const nothing = { passwordHash: null, apiToken: null, domains: [] };
  for (const email of [moved, here.email])
    await importAccount({ email, ...source, ...nothing }, { isForReal: true, takesColonels: false });
  const movedRef = (await accounts.parts.services.account.book.findByEmail(moved))?.accountRef;
  expect(movedRef).toBeDefined();
  expect(await accountRefOf(moved.toUpperCase())).toBe(movedRef);
  expect(await accountRefOf(here.email)).toBeNull();
  expect(await accountRefOf(someAddress())).toBeNull();
  expect(await accountRefOf('nobody')).toBeNull();
});
