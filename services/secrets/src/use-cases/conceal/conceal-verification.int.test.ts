import { metaField } from '@onceover/event-store';
import { OutageError } from '@onceover/service-kit/errors';
import { newId } from '@onceover/service-kit/ids';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { anonymous } from '../../test-support/anonymous.ts';
import { aCustomer, handleOf } from '../../test-support/customer.ts';
import { neighbours } from '../../test-support/neighbours.ts';
import { startTestSecrets, type TestSecrets } from '../../test-support/test-secrets.ts';
import { aReveal } from '../../test-support/wishes.ts';
import type { FailpointName } from '../secret/failpoint.ts';

const accounts = neighbours();
let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startTestSecrets({}, accounts);
});
afterEach(() => {
  secrets.failpoint = () => undefined;
});
afterAll(() => secrets[Symbol.asyncDispose]());

const account = aCustomer();
const conceal = (requestId = newId()) => secrets.useCases.concealVerification(account.accountRef, requestId);
const reveal = (secretKey: string, caller: Parameters<TestSecrets['useCases']['revealSecret']>[1]) =>
  secrets.useCases.revealSecret(aReveal(secretKey), caller);

test('opening it is recorded in the stream that was named, for the account it was made for', async () => {
  const { secretId, secretKey, expiresAt } = await conceal();
  expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(86_390_000);
  expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(86_400_000);
  expect(await secrets.useCases.lookAtSecret(secretKey, anonymous())).toMatchObject({
    isVerification: true,
    hasPassphrase: false,
  });
  const { value, secret } = await reveal(secretKey, anonymous());
  expect(value).toBe('Thanks for verifying your account.');
  expect(secret.binding).toMatchObject({ kind: 'verification', isVerification: true, ownerRef: account.accountRef });
  const events = await secrets.rows(
    `select type, data, tenant_ref, ${metaField('actorKind')} as actor from secrets.events e where stream_id = $1 order by version`,
    [secretId],
  );
  expect(events).toMatchObject([
    {
      type: 'secret.created',
      tenant_ref: account.accountRef,
      data: { kind: 'verification', ownerRef: account.accountRef, ttlSeconds: 86_400 },
      actor: 'system',
    },
    { type: 'secret.received', tenant_ref: account.accountRef, data: { by: 'anonymous' } },
  ]);
});

test('the same request makes it once, whatever races', async () => {
  const requestId = newId();
  const made = await Promise.all(Array.from({ length: 8 }, () => conceal(requestId)));
  expect(new Set(made.map(({ secretId }) => secretId)).size).toBe(1);
  expect(await conceal(requestId)).toEqual(made[0]);
  const [row] = await secrets.rows(
    `select count(*)::int as count from secrets.secret where owner_ref = $1 and secret_id = $2`,
    [account.accountRef, made[0]?.secretId],
  );
  expect(row).toEqual({ count: 1 });
});

test.each<FailpointName>(['conceal.before_commit', 'conceal.commit_sent', 'conceal.committed'])(
  'a request that died at %s gives one secret when it is made again',
  async (point) => {
    const requestId = newId();
    secrets.failpoint = (name) => {
      if (name === point) throw new Error('killed');
    };
    await expect(conceal(requestId)).rejects.toThrow('killed');
    secrets.failpoint = () => undefined;
    const { secretKey, secretId } = await conceal(requestId);
    expect((await conceal(requestId)).secretId).toBe(secretId);
    expect((await reveal(secretKey, anonymous())).value).toContain('verifying');
  },
);

test('the answer is still there hours later, and gone when the secret has ended', async () => {
  const requestId = newId();
  const made = await conceal(requestId);
  await secrets.rows(`update secrets.create_replay set until = until - interval '23 hours'`);
  expect(await conceal(requestId)).toEqual(made);
  await reveal(made.secretKey, anonymous());
  await expect(conceal(requestId)).rejects.toMatchObject({ code: 'secret.idempotency-expired' });
});

test('whoever is signed in as somebody else cannot open it, and it is not consumed', async () => {
  const { secretKey } = await conceal();
  await expect(reveal(secretKey, aCustomer())).rejects.toMatchObject({ code: 'secret.verification-while-signed-in' });
  expect(await secrets.useCases.lookAtSecret(secretKey, anonymous())).not.toBeNull();
  expect((await reveal(secretKey, account)).value).toContain('verifying');
  await expect(reveal(secretKey, aCustomer())).rejects.toMatchObject({ code: 'secret.gone' });
});

test('it has no owner handle, and no token opens it as a repeat of somebody else’s request', async () => {
  const requestId = newId();
  const { secretKey } = await conceal(requestId);
  expect(await handleOf(secrets, secretKey)).toBeNull();
  await expect(secrets.useCases.concealVerification(aCustomer().accountRef, requestId)).rejects.toMatchObject({
    code: 'secret.idempotency-mismatch',
  });
});

/** A link of a sign-up whose browser and password are known. */
async function linkOf(signUp: { mark: string; password: string }): Promise<{ secretId: string; secretKey: string }> {
  const { secretId, secretKey } = await conceal();
  accounts.signUps.set(secretId, signUp);
  return { secretId, secretKey };
}
const sunny = { mark: 'her browser', password: 'sunny harbour 42' };

test('a link opens as it is in the browser that signed up', async () => {
  const { secretKey } = await linkOf(sunny);
  const browser = { ...anonymous(), signUpMark: sunny.mark };
  expect(await secrets.useCases.lookAtSecret(secretKey, browser)).toMatchObject({ hasPassphrase: false });
  expect((await reveal(secretKey, browser)).value).toContain('verifying');
});

test('a link opened anywhere else asks for the password of that sign-up, as for a passphrase', async () => {
  const { secretKey } = await linkOf(sunny);
  const stranger = { ...anonymous('elsewhere'), signUpMark: 'another browser' };
  const guess = (passphrase: string) => secrets.useCases.revealSecret(aReveal(secretKey, { passphrase }), stranger);
  expect(await secrets.useCases.lookAtSecret(secretKey, stranger)).toMatchObject({ hasPassphrase: true });
  const attempts = async () =>
    (
      await secrets.rows<{ attempts: number }>('select attempts from secrets.secret where lookup = $1', [
        secrets.parts.ports.keys.lookupOf(secretKey),
      ])
    )[0]?.attempts;
  await expect(guess('')).rejects.toMatchObject({ code: 'secret.wrong-passphrase' });
  expect(await attempts()).toBe(0);
  await expect(guess('cloudy harbour')).rejects.toMatchObject({ code: 'secret.wrong-passphrase' });
  expect(await attempts()).toBe(1);
  expect((await guess(sunny.password)).value).toContain('verifying');
});

test('the password of a sign-up cannot be guessed by its link: five tries per network', async () => {
  const { secretKey } = await linkOf(sunny);
  const guess = (passphrase: string) =>
    secrets.useCases.revealSecret(aReveal(secretKey, { passphrase }), anonymous('a guesser'));
  for (let tries = 0; tries < 5; tries += 1) {
    await expect(guess(`guess ${tries}`)).rejects.toMatchObject({ code: 'secret.wrong-passphrase' });
  }
  await expect(guess(sunny.password)).rejects.toMatchObject({ code: 'secret.too-many-attempts' });
});

test('the link of a sign-up that a newer one replaced opens nothing', async () => {
  const { secretId, secretKey } = await conceal();
  accounts.signUps.set(secretId, 'replaced');
  expect(await secrets.useCases.lookAtSecret(secretKey, anonymous())).toBeNull();
  await expect(reveal(secretKey, anonymous())).rejects.toMatchObject({ code: 'secret.gone' });
});

test('while accounts does not answer, a link is unavailable and stays as it is', async () => {
  const { secretKey } = await conceal();
  const unavailable = () => Promise.reject(new OutageError('accounts'));
  const useCases = secrets.using({ verifications: { check: unavailable, opened: unavailable } });
  await expect(useCases.revealSecret(aReveal(secretKey), anonymous())).rejects.toThrow('accounts');
  await expect(useCases.lookAtSecret(secretKey, anonymous())).rejects.toThrow('accounts');
  expect((await reveal(secretKey, anonymous())).value).toContain('verifying');
});

test('a link that was opened is answered even if accounts fails at that moment: the event verifies the account', async () => {
  const { secretKey } = await conceal();
  const opened = () => Promise.reject(new OutageError('accounts'));
  const useCases = secrets.using({ verifications: { check: async () => 'open', opened } });
  const { value } = await useCases.revealSecret(aReveal(secretKey), anonymous());
  expect(value).toContain('verifying');
});
