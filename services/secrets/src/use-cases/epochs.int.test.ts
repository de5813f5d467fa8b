import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from '@onceover/service-kit/crypto';
import { eventually } from '@onceover/testing/eventually';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anonymous } from '../test-support/anonymous.ts';
import {
  alone,
  openParts,
  type SecretsParts,
  startTestSecrets,
  type TestSecrets,
} from '../test-support/test-secrets.ts';
import { aBurn, aReveal, aShare, aToken } from '../test-support/wishes.ts';
import { type UseCases, useCasesOf } from './use-cases.ts';

let secrets: TestSecrets;
let neighbour: UseCases;
let neighbourParts: SecretsParts;
const stack = new AsyncDisposableStack();
beforeAll(async () => {
  secrets = stack.use(await startTestSecrets());
  neighbourParts = await openParts(secrets.config, { ...alone(), database: secrets.database }, stack);
  neighbour = useCasesOf(neighbourParts.ports);
});
afterAll(() => stack.disposeAsync());

const rotate = async () => expect(await secrets.parts.crypto.rotation.rotateNow()).toBe('rotated');
const conceal = (at: UseCases = secrets.useCases, change = {}) => at.concealSecret(aShare(change), anonymous());
const reveal = (at: UseCases, key: string, change = {}) => at.revealSecret(aReveal(key, change), anonymous());

describe('while the other process rotates the epoch key', () => {
  test('a secret is sealed under the key that is current at its commit', async () => {
    await rotate();
    const { secretKey } = await conceal(neighbour);
    const [row] = await secrets.rows(
      `select (select e from secrets.secret where lookup = $1) = (select e from secrets.epoch where state = 'current') as ok`,
      [secrets.parts.ports.keys.lookupOf(secretKey)],
    );
    expect(row).toEqual({ ok: true });
  });

  test('secrets sealed under either key and stored at once lie under the current one, and each opens as itself', async () => {
    const sealed = Promise.withResolvers<void>();
    let waiting = 0;
    const holding = useCasesOf({
      ...neighbourParts.ports,
      failpoint: async (name) => {
        if (name !== 'conceal.before_commit' || waiting === 8) return;
        waiting += 1;
        await sealed.promise;
      },
    });
    const texts = Array.from({ length: 16 }, (_, index) => `text ${index}`);
    const concealText = (secret: string) => conceal(holding, { secret });
    const old = texts.slice(0, 8).map(concealText);
    await eventually(() => expect(waiting).toBe(8));
    await rotate();
    await neighbourParts.ports.keyRing.reload();
    const current = texts.slice(8).map(concealText);
    sealed.resolve();
    const made = await Promise.all([...old, ...current]);
    const epochs = await secrets.rows(
      `select distinct s.e = (select e from secrets.epoch where state = 'current') as is_current
       from secrets.secret s where s.lookup = any($1)`,
      [made.map(({ secretKey }) => secrets.parts.ports.keys.lookupOf(secretKey))],
    );
    expect(epochs).toEqual([{ is_current: true }]);
    const revealed = await Promise.all(made.map(({ secretKey }) => reveal(secrets.useCases, secretKey)));
    expect(revealed.map(({ value }) => value)).toEqual(texts);
  });

  test('a secret is opened by a process that has not heard of the new key', async () => {
    const { secretKey } = await conceal();
    await rotate();
    expect((await reveal(neighbour, secretKey)).value).toBe('tea at 5?');
  });

  test('its creator still sees the link and may burn it', async () => {
    const { secretKey, metadata } = await conceal(secrets.useCases, { passphrase: 'plum' });
    await rotate();
    expect(await neighbour.showMetadata(metadata.key, anonymous())).toMatchObject({ secretKey });
    await rotate();
    const burn = aBurn(metadata.key, { passphrase: 'plum' });
    expect(await neighbour.burnSecret(burn, anonymous())).toMatchObject({ state: 'burned' });
  });

  test('a claim with a token is sealed anew when the key moved on in between', async () => {
    const { secretKey } = await conceal(neighbour);
    const claimToken = aToken();
    let rotations = 0;
    const rotating = useCasesOf({
      ...neighbourParts.ports,
      failpoint: async (name) => {
        if (name === 'reveal.before_commit' && rotations++ === 0) await rotate();
      },
    });
    expect(await reveal(rotating, secretKey, { claimToken })).toMatchObject({ value: 'tea at 5?', isReplay: false });
    expect(rotations).toBe(2);
  });

  test('repeats and replayed answers move along', async () => {
    const idempotencyKey = aToken();
    const first = await conceal(secrets.useCases, { idempotencyKey });
    const { secretKey } = await conceal();
    const claimToken = aToken();
    await reveal(secrets.useCases, secretKey, { claimToken });
    await rotate();
    expect(await conceal(neighbour, { idempotencyKey })).toEqual({ ...first, isReplay: true });
    expect(await reveal(neighbour, secretKey, { claimToken })).toMatchObject({ value: 'tea at 5?', isReplay: true });
  });

  test('many secrets live on, and none opens twice', async () => {
    const made = await Promise.all(Array.from({ length: 40 }, () => conceal()));
    const [values] = await Promise.all([
      Promise.all(made.map(({ secretKey }, index) => reveal(index % 2 ? neighbour : secrets.useCases, secretKey))),
      rotate(),
    ]);
    expect(values.every(({ value }) => value === 'tea at 5?')).toBe(true);
    const again = await Promise.allSettled(made.map(({ secretKey }) => reveal(neighbour, secretKey)));
    expect(again.every(({ status }) => status === 'rejected')).toBe(true);
  });
});

test('what waits outlives the key-encryption key it was made under, and opens in a process that has not heard of the new one', async () => {
  const idempotencyKey = aToken();
  const first = await conceal(secrets.useCases, { idempotencyKey });
  const withPassphrase = await conceal(secrets.useCases, { passphrase: 'plum' });
  const { secretKey } = await conceal();
  const claimToken = aToken();
  await reveal(secrets.useCases, secretKey, { claimToken });
  const { keysDir } = secrets.config;
  writeFileSync(join(keysDir, 'kek', '2.key'), randomBytes(32));
  await rotate();
  expect(readdirSync(join(keysDir, 'kek'))).toEqual(['2.key']);
  expect(await conceal(neighbour, { idempotencyKey })).toEqual({ ...first, isReplay: true });
  expect(await neighbour.showMetadata(first.metadata.key, anonymous())).toMatchObject({ secretKey: first.secretKey });
  expect(await reveal(neighbour, first.secretKey)).toMatchObject({ value: 'tea at 5?' });
  const opened = await reveal(neighbour, withPassphrase.secretKey, { passphrase: 'plum' });
  expect(opened).toMatchObject({ value: 'tea at 5?' });
  expect(await reveal(neighbour, secretKey, { claimToken })).toMatchObject({ value: 'tea at 5?', isReplay: true });
  expect(await reveal(neighbour, (await conceal()).secretKey)).toMatchObject({ value: 'tea at 5?' });
});

test('what ended lies under no key that is left', async () => {
  const { secretKey } = await conceal();
  const lookup = secrets.parts.ports.keys.lookupOf(secretKey);
  const [before] = await secrets.rows<{ e: number; wshard: Buffer }>(
    'select e, wshard from secrets.secret where lookup = $1',
    [lookup],
  );
  const [content] = await secrets.rows<{ ct: Buffer }>('select ct from secrets.secret_content where lookup = $1', [
    lookup,
  ]);
  const entry = await secrets.parts.ports.vault.find(lookup, null);
  await reveal(secrets.useCases, secretKey);
  await rotate();
  await rotate();
  if (before === undefined || content === undefined || entry === null) throw new Error('the secret was not stored');
  const stored = { ct: content.ct, wshard: before.wshard, epoch: before.e };
  const { binding } = entry.secret;
  await neighbourParts.ports.keyRing.reload();
  for (const { ports } of [secrets.parts, neighbourParts]) {
    expect(() => ports.cipher.open({ secretKey, stored, passphraseKey: null, binding })).toThrow(
      expect.objectContaining({ name: 'KeyGone' }),
    );
  }
});
