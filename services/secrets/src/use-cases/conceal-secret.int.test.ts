import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous } from '../test-support/anonymous.ts';
import { startTestSecrets, type TestSecrets } from '../test-support/test-secrets.ts';
import type { ConcealInput } from './wish.ts';

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startTestSecrets();
});
afterAll(() => secrets[Symbol.asyncDispose]());

const share = (change: Partial<ConcealInput> = {}): ConcealInput => ({
  kind: 'share',
  secret: 'tea at 5?',
  passphrase: '',
  ttl: 3600,
  recipients: [],
  shareDomain: '',
  idempotencyKey: null,
  ...change,
});

test('a concealed secret can be looked at and revealed once', async () => {
  const { secretKey } = await secrets.useCases.concealSecret(share(), anonymous());
  expect(await secrets.useCases.lookAtSecret(secretKey)).toMatchObject({ hasPassphrase: false });
  const wish = { secretKey, isConfirmed: true, passphrase: '', claimToken: null };
  expect((await secrets.useCases.revealSecret(wish, anonymous())).value).toBe('tea at 5?');
  await expect(secrets.useCases.revealSecret(wish, anonymous())).rejects.toMatchObject({ code: 'secret.gone' });
  expect(await secrets.useCases.lookAtSecret(secretKey)).toBeNull();
});
