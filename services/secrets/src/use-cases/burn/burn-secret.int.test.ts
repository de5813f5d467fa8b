import { VersionConflict } from '@onceover/event-store';
import { OutageError, OutcomeUnknownError } from '@onceover/service-kit/errors';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { anonymous } from '../../test-support/anonymous.ts';
import { aCustomer, byToken, handleOf } from '../../test-support/customer.ts';
import { startTestSecrets, type TestSecrets } from '../../test-support/test-secrets.ts';
import { aBurn, aReveal, aShare } from '../../test-support/wishes.ts';

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startTestSecrets();
});
afterEach(() => {
  secrets.failpoint = () => undefined;
});
afterAll(() => secrets[Symbol.asyncDispose]());

const conceal = (change = {}) => secrets.useCases.concealSecret(aShare(change), anonymous());
const burn = (key: string, change = {}) => secrets.useCases.burnSecret(aBurn(key, change), anonymous());

test('a burned secret cannot be revealed, and its content is gone', async () => {
  const { secretKey, metadata } = await conceal();
  const view = await burn(metadata.key);
  expect(view).toMatchObject({
    key: metadata.key,
    state: 'burned',
    secretKey: null,
    receivedAt: null,
    expiredAt: null,
  });
  expect(view.burnedAt).toBe(view.updatedAt);
  expect(view.isAfterCommit).toBe(true);
  await expect(secrets.useCases.revealSecret(aReveal(secretKey), anonymous())).rejects.toMatchObject({
    code: 'secret.gone',
  });
  const [row] = await secrets.rows(
    `select (select count(*)::int from secrets.secret_content where lookup = $1) as contents,
       wshard, linkbox from secrets.secret where lookup = $1`,
    [secrets.parts.ports.keys.lookupOf(secretKey)],
  );
  expect(row).toEqual({ contents: 0, wshard: null, linkbox: null });
});

test('burning must be confirmed', async () => {
  const { metadata } = await conceal();
  await expect(burn(metadata.key, { isConfirmed: false })).rejects.toMatchObject({ code: 'secret.not-confirmed' });
  expect(await secrets.useCases.showMetadata(metadata.key, anonymous())).toMatchObject({ state: 'new' });
});

test('the secret key does not burn, and unknown keys are gone', async () => {
  const { secretKey } = await conceal();
  await expect(burn(secretKey)).rejects.toMatchObject({ code: 'secret.gone' });
  await expect(burn('nonsense')).rejects.toMatchObject({ code: 'secret.gone' });
});

test('what has ended says how', async () => {
  const received = await conceal();
  await secrets.useCases.revealSecret(aReveal(received.secretKey), anonymous());
  const notBurnable = { code: 'secret.not-burnable' };
  await expect(burn(received.metadata.key)).rejects.toMatchObject({ ...notBurnable, details: { state: 'received' } });
  const burned = await conceal();
  await burn(burned.metadata.key);
  await expect(burn(burned.metadata.key)).rejects.toMatchObject({ ...notBurnable, details: { state: 'burned' } });
  const expired = await conceal();
  await secrets.endLifetime(secrets.parts.ports.keys.lookupOf(expired.secretKey));
  await expect(burn(expired.metadata.key)).rejects.toMatchObject({ ...notBurnable, details: { state: 'expired' } });
});

test('if the database goes away right after the commit, the outcome is unknown, not undone', async () => {
  const { metadata } = await conceal();
  secrets.failpoint = (name) => {
    if (name === 'burn.committed') throw new OutageError('postgres');
  };
  await expect(burn(metadata.key)).rejects.toBeInstanceOf(OutcomeUnknownError);
  expect(await secrets.useCases.showMetadata(metadata.key, anonymous())).toMatchObject({ state: 'burned' });
});

test('a secret with a passphrase burns with the right one only', async () => {
  const { secretKey, metadata } = await conceal({ passphrase: 'plum' });
  await expect(burn(metadata.key)).rejects.toMatchObject({ code: 'secret.wrong-passphrase' });
  await expect(burn(metadata.key, { passphrase: 'pear' })).rejects.toMatchObject({ code: 'secret.wrong-passphrase' });
  expect(await secrets.useCases.lookAtSecret(secretKey, anonymous())).not.toBeNull();
  expect(await burn(metadata.key, { passphrase: 'plum' })).toMatchObject({ state: 'burned' });
});

test('a secret that ends while its passphrase is checked is not burned twice', async () => {
  const { secretKey, metadata } = await conceal({ passphrase: 'plum' });
  secrets.failpoint = async (name) => {
    if (name !== 'reveal.deriving') return;
    secrets.failpoint = () => undefined;
    await secrets.useCases.revealSecret(aReveal(secretKey, { passphrase: 'plum' }), anonymous('n2'));
  };
  await expect(burn(metadata.key, { passphrase: 'plum' })).rejects.toMatchObject({
    code: 'secret.not-burnable',
    details: { state: 'received' },
  });
});

test('a secret with a passphrase whose link box was damaged is never burned unchecked', async () => {
  const { secretKey, metadata } = await conceal({ passphrase: 'plum' });
  const lookup = secrets.parts.ports.keys.lookupOf(secretKey);
  await secrets.rows('update secrets.secret set linkbox = null where lookup = $1', [lookup]);
  await expect(burn(metadata.key, { passphrase: 'pear' })).rejects.toMatchObject({ dependency: 'vault' });
  await secrets.rows('delete from secrets.secret_content where lookup = $1', [lookup]);
  await expect(burn(metadata.key, { passphrase: 'plum' })).rejects.toMatchObject({ dependency: 'vault' });
  const [row] = await secrets.rows('select state from secrets.secret where lookup = $1', [lookup]);
  expect(row).toEqual({ state: 'new' });
});

test('nothing burns while the keys are sealed', async () => {
  const { metadata } = await conceal();
  const keyRing = {
    ...secrets.parts.ports.keyRing,
    current: () => {
      throw Object.assign(new Error('sealed'), { dependency: 'keys' });
    },
  };
  await expect(secrets.using({ keyRing }).burnSecret(aBurn(metadata.key), anonymous())).rejects.toMatchObject({
    dependency: 'keys',
  });
  expect(await secrets.useCases.showMetadata(metadata.key, anonymous())).toMatchObject({ state: 'new' });
});

test('a burn that others overtake is tried three times, and then nothing has happened', async () => {
  const { metadata } = await conceal();
  let tries = 0;
  const end = () => {
    tries += 1;
    return Promise.reject(new VersionConflict('somebody was first'));
  };
  const writes = { ...secrets.parts.ports.writes, end };
  const refused = secrets.using({ writes }).burnSecret(aBurn(metadata.key), anonymous());
  await expect(refused).rejects.toMatchObject({ dependency: 'claim', retryAfterSeconds: 1 });
  expect(tries).toBe(3);
});

test('a burn is not remembered: whoever asks again is told that it has ended', async () => {
  const { metadata, secretKey } = await conceal();
  await burn(metadata.key);
  const rows = await secrets.rows(
    'select from secrets.commands c join secrets.secret s on s.secret_id = c.stream_id where s.lookup = $1 and c.version > 1',
    [secrets.parts.ports.keys.lookupOf(secretKey)],
  );
  expect(rows).toHaveLength(0);
  await expect(burn(metadata.key)).rejects.toMatchObject({ code: 'secret.not-burnable' });
});

test('by its handle an owner burns with a session, or with a token that may write secrets', async () => {
  const owner = aCustomer();
  for (const caller of [owner, byToken(owner, 'secrets-write')]) {
    const { secretKey } = await secrets.useCases.concealSecret(aShare(), owner);
    const handle = (await handleOf(secrets, secretKey)) ?? '';
    const burnAs = (who: typeof owner) => secrets.useCases.burnSecret(aBurn(handle), who);
    await expect(burnAs(byToken(owner, 'secrets-read-meta'))).rejects.toThrow();
    expect((await burnAs(caller)).state).toBe('burned');
  }
});
