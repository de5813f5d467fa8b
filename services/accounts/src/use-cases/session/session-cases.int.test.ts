import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeAt } from '../../adapters/crypto/one-time-codes.ts';
import {
  aSignIn,
  callerOf,
  customer,
  goodPassword,
  resolve,
  signedIn,
  someVisitor,
  visitor,
} from '../../test-support/people.ts';
import { startTestAccounts, type TestAccounts } from '../../test-support/test-accounts.ts';
import { changeRoleUseCase } from '../account/change-role.ts';
import { endAllSessionsUseCase } from './manage-sessions.ts';
import { sessionHash } from './new-session.ts';

/** The 45 cases of sessions that the gates name (G14), on PostgreSQL and a clock that the cases move. */
let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await startTestAccounts();
});
afterAll(() => accounts[Symbol.asyncDispose]());

const nobody = { session: null, issued: null, forgetsRememberMe: false };
const worthless = { session: null, issued: null, forgetsRememberMe: true };
const next = 'a calmer harbour 7';

/** A customer with one session, perhaps remembered. */
async function somebody(wantsRememberMe = false) {
  const { email, accountRef } = await customer(accounts);
  const session = await signedIn(accounts, email, { wantsRememberMe });
  return { email, accountRef, ...session, remembered: session.rememberMe ?? '' };
}
const isAlive = async (id: string) => (await resolve(accounts, id, { extendsIdle: false })).session !== null;
const redeem = (rememberMe: string, sessionId: string | null = null) => resolve(accounts, sessionId, { rememberMe });
const redeemed = async (rememberMe: string) => {
  const { issued } = await redeem(rememberMe);
  if (issued === null) throw new Error('the cookie was worthless');
  return issued;
};
const time = { pass: (by: Parameters<TestAccounts['clock']['advance']>[0]) => accounts.clock.advance(by) };
const recordOf = async (accountRef: string) => {
  const account = await accounts.parts.services.account.book.find(accountRef);
  if (account === null) throw new Error('there is no such account');
  return account;
};
const changePassword = async (sessionId: string) =>
  accounts.useCases.changePassword(
    {
      currentPassword: goodPassword,
      newPassword: next,
      newPasswordConfirm: next,
      keepsTokens: false,
      sessionId,
      userAgentFamily: 'x',
    },
    await callerOf(accounts, sessionId),
  );
const makeColonel = async (accountRef: string) =>
  changeRoleUseCase(accounts.parts.services.account)(await recordOf(accountRef), 'colonel');
const seedOf = async (accountRef: string) => {
  const twoStep = await accounts.parts.services.account.twoStep.find(accountRef);
  if (twoStep === null) throw new Error('two-step sign-in was not begun');
  return twoStep.seed;
};
const codeNow = async (accountRef: string) =>
  codeAt(await seedOf(accountRef), Math.floor(accounts.clock.now().getTime() / 30_000));

/** Somebody with two-step sign-in, and a sign-in that waits for its code. */
async function somebodyWaiting(wantsRememberMe = false) {
  const { email, accountRef, id } = await somebody();
  const caller = await callerOf(accounts, id);
  await accounts.useCases.beginTwoStep(goodPassword, caller);
  await accounts.useCases.enableTwoStep(await codeNow(accountRef), caller);
  time.pass({ seconds: 60 });
  const outcome = await accounts.useCases.signIn(aSignIn(email, { wantsRememberMe }), someVisitor());
  return { email, accountRef, before: id, kind: outcome.kind, waiting: outcome.session.id };
}
const confirm = async (sessionId: string, code: string) =>
  (await accounts.useCases.confirmSecondStep({ sessionId, code, deviceMark: null }, someVisitor())).session;

const cases: readonly (readonly [name: string, run: () => Promise<void>])[] = [
  // fixation and unknown ids
  [
    'an id that was never issued is nobody’s',
    async () => expect(await resolve(accounts, 'x'.repeat(43))).toEqual(nobody),
  ],
  [
    'no id and an empty id are nobody’s',
    async () => {
      expect(await resolve(accounts, null)).toEqual(nobody);
      expect(await resolve(accounts, '')).toEqual(nobody);
    },
  ],
  ['an id of 300 characters is nobody’s', async () => expect(await resolve(accounts, 'x'.repeat(300))).toEqual(nobody)],
  [
    'an id that a browser brings to its sign-in is not taken over',
    async () => {
      const { email } = await customer(accounts);
      const planted = 'p'.repeat(43);
      const session = await signedIn(accounts, email, { sessionId: planted });
      expect(session.id).not.toBe(planted);
      expect(await isAlive(planted)).toBe(false);
    },
  ],
  [
    'the stored hash is no id',
    async () => {
      const { id } = await somebody();
      expect(await isAlive(sessionHash(id).toString('base64url'))).toBe(false);
    },
  ],
  [
    'the table holds no id',
    async () => {
      const { id, remembered } = await somebody(true);
      const rows = await accounts.rows(
        'select to_jsonb(s)::text as row from accounts.session s union all select to_jsonb(r)::text from accounts.remember_me r',
      );
      const [selector = '', validator = ''] = remembered.split('.');
      const hex = (text: string) => Buffer.from(text, 'base64url').toString('hex');
      const all = JSON.stringify(rows);
      expect(all).not.toContain(id);
      expect(all).not.toContain(hex(validator));
      expect(all).toContain(hex(selector));
    },
  ],
  [
    'ids are 256 random bits and never the same',
    async () => {
      const { email, id } = await somebody();
      const other = await signedIn(accounts, email);
      expect(Buffer.from(id, 'base64url')).toHaveLength(32);
      expect(other.id).not.toBe(id);
    },
  ],
  // fresh ids at every change of rights
  [
    'a sign-in ends the session the browser had',
    async () => {
      const { email, id } = await somebody();
      const renewed = await signedIn(accounts, email, { sessionId: id });
      expect(await isAlive(id)).toBe(false);
      expect(await isAlive(renewed.id)).toBe(true);
    },
  ],
  [
    'a sign-in that fails leaves the session the browser had',
    async () => {
      const { email, id } = await somebody();
      await expect(signedIn(accounts, email, { sessionId: id, password: 'stormy' })).rejects.toThrow();
      expect(await isAlive(id)).toBe(true);
    },
  ],
  [
    'a sign-in as somebody else ends the first one’s session',
    async () => {
      const { id } = await somebody();
      const { email } = await customer(accounts);
      await signedIn(accounts, email, { sessionId: id });
      expect(await isAlive(id)).toBe(false);
    },
  ],
  [
    'the second step gives a new id and ends the waiting one',
    async () => {
      const { accountRef, waiting } = await somebodyWaiting();
      const session = await confirm(waiting, await codeNow(accountRef));
      expect(session.id).not.toBe(waiting);
      expect(await isAlive(waiting)).toBe(false);
      expect(await isAlive(session.id)).toBe(true);
    },
  ],
  [
    'a changed password gives a new id',
    async () => {
      const { id } = await somebody();
      const renewed = await changePassword(id);
      expect([await isAlive(id), await isAlive(renewed.id)]).toEqual([false, true]);
    },
  ],
  [
    'a changed role ends every session',
    async () => {
      const { accountRef, id } = await somebody();
      await makeColonel(accountRef);
      expect(await isAlive(id)).toBe(false);
    },
  ],
  [
    'signing out ends the session',
    async () => {
      const { id } = await somebody();
      await accounts.useCases.signOut({ sessionId: id, rememberMe: null }, someVisitor());
      expect(await isAlive(id)).toBe(false);
    },
  ],
  [
    'signing out twice, or with what never was, does nothing',
    async () => {
      const { id } = await somebody();
      await accounts.useCases.signOut({ sessionId: id, rememberMe: null }, someVisitor());
      await accounts.useCases.signOut({ sessionId: id, rememberMe: 'nonsense' }, someVisitor());
      await accounts.useCases.signOut({ sessionId: null, rememberMe: null }, someVisitor());
      expect(await isAlive(id)).toBe(false);
    },
  ],
  // idle and absolute ends
  [
    'two hours without activity end it',
    async () => {
      const { id } = await somebody();
      time.pass({ hours: 1, minutes: 59, seconds: 59 });
      expect(await isAlive(id)).toBe(true);
      time.pass({ seconds: 1 });
      expect(await isAlive(id)).toBe(false);
    },
  ],
  [
    'activity extends the idle time',
    async () => {
      const { id } = await somebody();
      for (let round = 0; round < 3; round += 1) {
        time.pass({ hours: 1, minutes: 50 });
        expect((await resolve(accounts, id)).session).not.toBeNull();
      }
    },
  ],
  [
    'checks and pings do not',
    async () => {
      const { id } = await somebody();
      time.pass({ hours: 1 });
      expect(await isAlive(id)).toBe(true);
      time.pass({ hours: 1 });
      expect(await isAlive(id)).toBe(false);
    },
  ],
  [
    'a day ends it, whatever was done',
    async () => {
      const { id } = await somebody();
      for (let hour = 0; hour < 23; hour += 1) {
        time.pass({ hours: 1 });
        await resolve(accounts, id);
      }
      time.pass({ minutes: 59, seconds: 59 });
      expect((await resolve(accounts, id)).session).not.toBeNull();
      time.pass({ seconds: 1 });
      expect(await resolve(accounts, id)).toEqual(nobody);
    },
  ],
  [
    'a colonel has thirty minutes',
    async () => {
      const { email, accountRef } = await somebody();
      await makeColonel(accountRef);
      const { id } = await signedIn(accounts, email);
      time.pass({ minutes: 29, seconds: 59 });
      expect(await isAlive(id)).toBe(true);
      time.pass({ seconds: 1 });
      expect(await isAlive(id)).toBe(false);
    },
  ],
  [
    'a colonel has eight hours in all',
    async () => {
      const { email, accountRef } = await somebody();
      await makeColonel(accountRef);
      const { id } = await signedIn(accounts, email);
      for (let round = 0; round < 19; round += 1) {
        time.pass({ minutes: 25 });
        await resolve(accounts, id);
      }
      time.pass({ minutes: 4, seconds: 59 });
      expect((await resolve(accounts, id)).session).not.toBeNull();
      time.pass({ seconds: 1 });
      expect(await isAlive(id)).toBe(false);
    },
  ],
  [
    'a clock that goes back ends nothing and moves nothing back',
    async () => {
      const { id } = await somebody();
      time.pass({ hours: -1 });
      expect((await resolve(accounts, id)).session).not.toBeNull();
      time.pass({ hours: 2, minutes: 59 });
      expect(await isAlive(id)).toBe(true);
    },
  ],
  [
    'one that is over is removed and stays over when the clock goes back',
    async () => {
      const { id } = await somebody();
      time.pass({ hours: 3 });
      expect(await isAlive(id)).toBe(false);
      time.pass({ hours: -3 });
      expect(await isAlive(id)).toBe(false);
      time.pass({ hours: 3 });
    },
  ],
  // remembered browsers
  ['a browser that did not ask is not remembered', async () => expect((await somebody()).rememberMe).toBeNull()],
  [
    'a remembered browser gets a session and the next cookie',
    async () => {
      const { accountRef, id, remembered } = await somebody(true);
      time.pass({ hours: 3 });
      const answer = await redeem(remembered, id);
      expect(answer.session).toMatchObject({ isWaiting: false, customer: { accountRef } });
      expect(answer.issued?.rememberMe).not.toBe(remembered);
      expect(await isAlive(answer.issued?.sessionId ?? '')).toBe(true);
    },
  ],
  [
    'a living session leaves the cookie unused',
    async () => {
      const { id, remembered } = await somebody(true);
      expect((await redeem(remembered, id)).issued).toBeNull();
      await redeemed(remembered);
    },
  ],
  [
    'a cookie that was used ends its family, sessions included',
    async () => {
      const { id, remembered } = await somebody(true);
      const first = await redeemed(remembered);
      time.pass({ seconds: 11 });
      expect(await redeem(remembered)).toEqual(worthless);
      expect(await isAlive(first.sessionId)).toBe(false);
      expect(await isAlive(id)).toBe(false);
      expect(await redeem(first.rememberMe)).toEqual(worthless);
    },
  ],
  [
    'its reuse is recorded',
    async () => {
      const { accountRef, remembered } = await somebody(true);
      await redeemed(remembered);
      time.pass({ seconds: 11 });
      await redeem(remembered);
      expect((await accounts.eventTypes(accountRef)).at(-1)).toBe('security.session_revoked');
    },
  ],
  [
    'a cookie may come twice within ten seconds, once',
    async () => {
      const { remembered } = await somebody(true);
      await redeemed(remembered);
      const fork = await redeemed(remembered);
      expect(await isAlive(fork.sessionId)).toBe(true);
      expect(await redeem(remembered)).toEqual(worthless);
      expect(await isAlive(fork.sessionId)).toBe(false);
    },
  ],
  [
    'twenty concurrent uses give two sessions at most',
    async () => {
      const { remembered } = await somebody(true);
      const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(remembered)));
      expect(answers.filter(({ issued }) => issued !== null).length).toBeLessThanOrEqual(2);
    },
  ],
  [
    'a known selector with another validator ends the family',
    async () => {
      const { id, remembered } = await somebody(true);
      const [selector] = remembered.split('.');
      expect(await redeem(`${selector}.${'x'.repeat(43)}`)).toEqual(worthless);
      expect(await redeem(remembered)).toEqual(worthless);
      expect(await isAlive(id)).toBe(false);
    },
  ],
  [
    'what is no cookie of ours is worthless',
    async () => {
      for (const value of ['x', '.', 'x.y', 'x'.repeat(300), `${'x'.repeat(22)}.${'y'.repeat(43)}`]) {
        expect(await redeem(value)).toEqual(worthless);
      }
    },
  ],
  [
    'fourteen idle days end a cookie',
    async () => {
      const { remembered } = await somebody(true);
      time.pass({ days: 13, hours: 23 });
      const { rememberMe } = await redeemed(remembered);
      time.pass({ days: 14 });
      expect(await redeem(rememberMe)).toEqual(worthless);
    },
  ],
  [
    'thirty days end a family',
    async () => {
      let { remembered } = await somebody(true);
      for (let week = 0; week < 4; week += 1) {
        time.pass({ days: 7 });
        remembered = (await redeemed(remembered)).rememberMe;
      }
      time.pass({ days: 2 });
      expect(await redeem(remembered)).toEqual(worthless);
    },
  ],
  [
    'a colonel is not remembered, and one who was is forgotten',
    async () => {
      const { email, accountRef } = await somebody();
      await makeColonel(accountRef);
      expect((await signedIn(accounts, email, { wantsRememberMe: true })).rememberMe).toBeNull();
      const other = await somebody(true);
      await makeColonel(other.accountRef);
      expect(await redeem(other.remembered)).toEqual(worthless);
    },
  ],
  [
    'signing out forgets the browser',
    async () => {
      const { id, remembered } = await somebody(true);
      await accounts.useCases.signOut({ sessionId: id, rememberMe: remembered }, someVisitor());
      expect(await redeem(remembered)).toEqual(worthless);
    },
  ],
  // ending and evicting
  [
    'one session is ended by its name, its browser is forgotten, others stay',
    async () => {
      const { email, id, remembered } = await somebody(true);
      const here = await signedIn(accounts, email);
      const caller = await callerOf(accounts, here.id);
      expect(await accounts.useCases.endSession(sessionHash(id).toString('base64url'), caller)).toBe(1);
      expect([await isAlive(id), await isAlive(here.id)]).toEqual([false, true]);
      expect(await redeem(remembered)).toEqual(worthless);
    },
  ],
  [
    'somebody else’s session is not found',
    async () => {
      const { id } = await somebody();
      const other = await somebody();
      const caller = await callerOf(accounts, other.id);
      expect(await accounts.useCases.endSession(sessionHash(id).toString('base64url'), caller)).toBe(0);
      expect(await isAlive(id)).toBe(true);
    },
  ],
  [
    'all others end, this one stays, and so does its browser',
    async () => {
      const { email, id, remembered } = await somebody(true);
      const others = [await signedIn(accounts, email), await signedIn(accounts, email, { wantsRememberMe: true })];
      expect(await accounts.useCases.endOtherSessions(await callerOf(accounts, id))).toBe(2);
      expect(await Promise.all([id, ...others.map((other) => other.id)].map(isAlive))).toEqual([true, false, false]);
      expect(await redeem(others[1]?.rememberMe ?? '')).toEqual(worthless);
      await redeemed(remembered);
    },
  ],
  [
    'the twenty-first ends the oldest',
    async () => {
      const { email, id } = await somebody();
      const later: string[] = [];
      for (let count = 2; count <= 20; count += 1) {
        time.pass({ seconds: 1 });
        later.push((await signedIn(accounts, email)).id);
      }
      expect(await isAlive(id)).toBe(true);
      time.pass({ seconds: 1 });
      const newest = await signedIn(accounts, email);
      expect([await isAlive(id), await isAlive(later[0] ?? ''), await isAlive(newest.id)]).toEqual([false, true, true]);
    },
  ],
  [
    'an operator ends all',
    async () => {
      const { accountRef, id, remembered } = await somebody(true);
      const endAll = endAllSessionsUseCase(accounts.parts.services.account);
      expect(await endAll(await recordOf(accountRef), 'command-line', 'command-line')).toBe(1);
      expect(await redeem(remembered, id)).toEqual(worthless);
    },
  ],
  [
    'a closed or disabled account has none',
    async () => {
      const closed = await somebody(true);
      await accounts.useCases.deleteAccount(goodPassword, await callerOf(accounts, closed.id));
      expect(await redeem(closed.remembered, closed.id)).toEqual(worthless);
      const disabled = await somebody(true);
      await accounts.rows('update accounts.account set is_disabled = true where account_ref = $1', [
        disabled.accountRef,
      ]);
      expect(await redeem(disabled.remembered, disabled.id)).toEqual(worthless);
    },
  ],
  // the waiting session
  [
    'a waiting session says so, lasts ten minutes and extends by nothing',
    async () => {
      const { accountRef, waiting, kind } = await somebodyWaiting();
      expect(kind).toBe('second-step');
      expect((await resolve(accounts, waiting)).session).toMatchObject({
        isWaiting: true,
        customer: { hasSecondFactor: false },
      });
      time.pass({ minutes: 9, seconds: 59 });
      expect((await resolve(accounts, waiting)).session).not.toBeNull();
      time.pass({ seconds: 1 });
      await expect(confirm(waiting, await codeNow(accountRef))).rejects.toMatchObject({
        code: 'account.second-step-expired',
      });
      expect(await isAlive(waiting)).toBe(false);
    },
  ],
  [
    'a waiting session is used once, and a full one is no waiting one',
    async () => {
      const { accountRef, waiting, before } = await somebodyWaiting();
      const session = await confirm(waiting, await codeNow(accountRef));
      time.pass({ seconds: 60 });
      for (const id of [waiting, session.id, before, 'x'.repeat(43)]) {
        await expect(confirm(id, await codeNow(accountRef))).rejects.toMatchObject({
          code: 'account.second-step-expired',
        });
      }
    },
  ],
  [
    'a browser is remembered only after its second step, and then with it',
    async () => {
      const { accountRef, waiting } = await somebodyWaiting(true);
      const session = await confirm(waiting, await codeNow(accountRef));
      time.pass({ hours: 3 });
      const answer = await redeem(session.rememberMe ?? '', session.id);
      expect(answer.session).toMatchObject({ isWaiting: false, customer: { hasSecondFactor: true } });
    },
  ],
];

test('there are forty-five cases', () => expect(cases).toHaveLength(45));
test.each(cases.map(([name, run], index) => [index + 1, name, run] as const))('%i. %s', async (_number, _name, run) => {
  await run();
});

test('a visitor is not signed in', async () => {
  expect(await accounts.useCases.viewAccount(visitor)).toBeNull();
});
