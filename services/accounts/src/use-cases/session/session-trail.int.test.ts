import { metaField } from '@onceover/event-store';
import { ownOrigin } from '@onceover/service-kit/origin';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customer, resolve, signedIn, someVisitor } from '../../test-support/people.ts';
import { startTestAccounts, type TestAccounts } from '../../test-support/test-accounts.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await startTestAccounts();
});
afterAll(() => accounts[Symbol.asyncDispose]());

const askerOf = (requestId: string) => ({
  ...someVisitor(),
  requestId,
  origin: { ...ownOrigin('web'), networkTag: 'bmV0d29y' },
});
const eventsOf = (accountRef: string, type: string) =>
  accounts.rows<{ data: object; request: string; network: string | null }>(
    `select e.data, ${metaField('correlationId')} as request, ${metaField('networkTag')} as network
     from accounts.events e where e.tenant_ref = $1 and e.type = $2 order by e.pos`,
    [accountRef, type],
  );

test('signing out is recorded once, with the request and the network that asked; remembered browsers are forgotten with it', async () => {
  const { email, accountRef } = await customer(accounts);
  const { id, rememberMe } = await signedIn(accounts, email, { wantsRememberMe: true });
  for (let times = 0; times < 2; times += 1) {
    await accounts.useCases.signOut({ sessionId: id, rememberMe: null }, askerOf('req-out'));
  }
  await accounts.useCases.signOut({ sessionId: 'never was', rememberMe: 'nonsense' }, askerOf('req-out'));
  expect(await eventsOf(accountRef, 'security.signed_out')).toEqual([
    { data: { accountRef }, request: 'req-out', network: 'bmV0d29y' },
  ]);
  expect((await resolve(accounts, null, { rememberMe })).session).toBeNull();
});

test('a remembered browser that signs in tells the request and the network it came from', async () => {
  const { email, accountRef } = await customer(accounts);
  const { rememberMe } = await signedIn(accounts, email, { wantsRememberMe: true });
  await resolve(accounts, null, { rememberMe, asker: askerOf('req-back') });
  expect((await eventsOf(accountRef, 'security.signed_in')).at(-1)).toMatchObject({
    data: { method: 'remember-me' },
    request: 'req-back',
    network: 'bmV0d29y',
  });
});
