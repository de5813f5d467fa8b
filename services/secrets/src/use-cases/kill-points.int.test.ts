import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { anonymous } from '../test-support/anonymous.ts';
import { aCustomer, givePlan, handleOf } from '../test-support/customer.ts';
import { neighbours } from '../test-support/neighbours.ts';
import { startTestSecrets, type TestSecrets } from '../test-support/test-secrets.ts';
import { aBurn, aReveal, aShare, aToken } from '../test-support/wishes.ts';
import type { FailpointName } from './secret/failpoint.ts';

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startTestSecrets({}, neighbours());
});
afterEach(() => {
  secrets.failpoint = () => undefined;
});
afterAll(() => secrets[Symbol.asyncDispose]());

class Killed extends Error {}

/** The process stops at this moment; what it had sent to the database goes on. */
function killAt(point: FailpointName): void {
  secrets.failpoint = (name) => {
    if (name === point) throw new Killed();
  };
}
const conceal = (change = {}) => secrets.useCases.concealSecret(aShare(change), anonymous());
const reveal = (secretKey: string, change = {}) =>
  secrets.useCases.revealSecret(aReveal(secretKey, change), anonymous());
const stateOf = async (secretKey: string) => {
  const [row] = await secrets.rows<{ state: string; attempts: number; events: number }>(
    `select state, attempts, (select count(*)::int from secrets.events where stream_id = secret_id) as events
     from secrets.secret where lookup = $1`,
    [secrets.parts.ports.keys.lookupOf(secretKey)],
  );
  return row;
};

describe('a reveal that dies', () => {
  test.each<FailpointName>(['reveal.parsed', 'reveal.decrypted', 'reveal.before_commit'])(
    'at %s leaves the secret new and openable',
    async (point) => {
      const { secretKey } = await conceal();
      killAt(point);
      await expect(reveal(secretKey)).rejects.toThrow(Killed);
      expect(await stateOf(secretKey)).toMatchObject({ state: 'new', events: 1 });
      secrets.failpoint = () => undefined;
      expect((await reveal(secretKey)).value).toBe('tea at 5?');
    },
  );

  test.each<FailpointName>(['reveal.attempt_reserved', 'reveal.deriving'])(
    'at %s has counted its attempt, and the secret stays openable',
    async (point) => {
      const { secretKey } = await conceal({ passphrase: 'plum' });
      // A killed process gives nothing back.
      const attempts = { ...secrets.parts.ports.attempts, giveBack: () => Promise.reject(new Killed()) };
      const dying = secrets.using({
        attempts,
        failpoint: (name) => {
          if (name === point) throw new Killed();
        },
      });
      await expect(dying.revealSecret(aReveal(secretKey, { passphrase: 'plum' }), anonymous())).rejects.toThrow(Killed);
      expect(await stateOf(secretKey)).toMatchObject({ state: 'new', attempts: 1 });
      expect((await reveal(secretKey, { passphrase: 'plum' })).value).toBe('tea at 5?');
    },
  );

  test.each<FailpointName>(['reveal.commit_sent', 'reveal.committed', 'reveal.answering'])(
    'at %s gives the content to its claimant by a repeat, and to nobody else',
    async (point) => {
      const { secretKey } = await conceal();
      const claimToken = aToken();
      killAt(point);
      await expect(reveal(secretKey, { claimToken })).rejects.toThrow(Killed);
      secrets.failpoint = () => undefined;
      expect((await reveal(secretKey, { claimToken })).value).toBe('tea at 5?');
      await expect(reveal(secretKey)).rejects.toMatchObject({ code: 'secret.gone' });
      expect(await stateOf(secretKey)).toMatchObject({ state: 'received', events: 2 });
    },
  );

  test('without a token after its commit is forfeited, and the creator sees that delivery is not confirmed', async () => {
    const { secretKey, metadata } = await conceal();
    killAt('reveal.committed');
    await expect(reveal(secretKey)).rejects.toThrow(Killed);
    secrets.failpoint = () => undefined;
    await expect(reveal(secretKey)).rejects.toMatchObject({ code: 'secret.gone' });
    expect(await secrets.useCases.showMetadata(metadata.key, anonymous())).toMatchObject({
      state: 'received',
      deliveryConfirmed: null,
    });
  });

  test('while it acknowledges has no repeats left', async () => {
    const { secretKey } = await conceal();
    const claimToken = aToken();
    await reveal(secretKey, { claimToken });
    killAt('acknowledge.committed');
    await expect(secrets.useCases.acknowledgeSecret(secretKey, claimToken, anonymous())).rejects.toThrow(Killed);
    secrets.failpoint = () => undefined;
    await expect(reveal(secretKey, { claimToken })).rejects.toMatchObject({ code: 'secret.gone' });
  });
});

describe('a conceal that dies', () => {
  test('before its commit has stored nothing', async () => {
    const idempotencyKey = aToken();
    killAt('conceal.before_commit');
    await expect(conceal({ idempotencyKey })).rejects.toThrow(Killed);
    secrets.failpoint = () => undefined;
    expect(await conceal({ idempotencyKey })).toMatchObject({ isReplay: false });
  });

  test.each<FailpointName>(['conceal.commit_sent', 'conceal.committed'])(
    'at %s gives the same links to a repeat with its key',
    async (point) => {
      const idempotencyKey = aToken();
      killAt(point);
      await expect(conceal({ idempotencyKey })).rejects.toThrow(Killed);
      secrets.failpoint = () => undefined;
      const { secretKey, isReplay } = await conceal({ idempotencyKey });
      expect(isReplay).toBe(true);
      expect((await reveal(secretKey)).value).toBe('tea at 5?');
    },
  );
});

describe('a burn that dies', () => {
  test.each<[FailpointName, string]>([
    ['burn.before_commit', 'new'],
    ['burn.committed', 'burned'],
  ])('at %s leaves the secret %s', async (point, state) => {
    const { secretKey, metadata } = await conceal();
    killAt(point);
    await expect(secrets.useCases.burnSecret(aBurn(metadata.key), anonymous())).rejects.toThrow(Killed);
    expect(await stateOf(secretKey)).toMatchObject({ state });
  });
});

describe('a burn by handle that dies', () => {
  test.each<[FailpointName, string, number]>([
    ['burn.before_commit', 'new', 1],
    ['burn.committed', 'burned', 0],
  ])('at %s leaves the secret %s, with %i email on its way', async (point, state, mails) => {
    const owner = aCustomer();
    await givePlan(secrets, owner);
    const wish = aShare({ recipients: [`${owner.accountRef}@example.com`], passphrase: 'plum' });
    const { secretKey } = await secrets.useCases.concealSecret(wish, owner);
    const handle = (await handleOf(secrets, secretKey)) ?? '';
    killAt(point);
    await expect(secrets.useCases.burnSecret(aBurn(handle), owner)).rejects.toThrow(Killed);
    expect(await stateOf(secretKey)).toMatchObject({ state });
    const left = await secrets.rows('select from secrets.delivery_envelope where lookup = $1', [
      secrets.parts.ports.keys.lookupOf(secretKey),
    ]);
    expect(left).toHaveLength(mails);
  });
});

describe('a sweep that dies', () => {
  test.each<FailpointName>(['sweep.before_batch', 'sweep.batch_sent', 'sweep.after_batch'])(
    'at %s is finished by the next one, with one event each',
    async (point) => {
      const { secretKey } = await conceal();
      await secrets.endLifetime(secrets.parts.ports.keys.lookupOf(secretKey));
      killAt(point);
      await expect(secrets.expireDue()).rejects.toThrow(Killed);
      secrets.failpoint = () => undefined;
      await secrets.expireDue();
      await secrets.expireDue();
      expect(await stateOf(secretKey)).toMatchObject({ state: 'expired', events: 2 });
    },
  );
});

test.each<[FailpointName, boolean]>([
  ['value.before_commit', true],
  ['value.committed', false],
])('a look at a generated value that dies at %s can be repeated: %s; the secret opens', async (point, isRepeated) => {
  const looking = { generatedValueAgain: 60 };
  const { secretKey, value, metadata } = await conceal({ kind: 'generate' });
  const dying = secrets.using({
    ...looking,
    failpoint: (name) => {
      if (name === point) throw new Killed();
    },
  });
  await expect(dying.showGeneratedValue(metadata.key, anonymous())).rejects.toThrow(Killed);
  expect(await secrets.using(looking).showGeneratedValue(metadata.key, anonymous())).toBe(isRepeated ? value : null);
  expect((await reveal(secretKey)).value).toBe(value);
});
