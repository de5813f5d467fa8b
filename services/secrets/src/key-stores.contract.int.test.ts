import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { OutageError } from '@onceover/service-kit/errors';
import { WrongKeysDirectory } from '@onceover/service-kit/keys-directory';
import { eventually } from '@onceover/testing/eventually';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openKeyStore } from './adapters/crypto/keys/open-key-store.ts';
import { confirmSecretKeyLoss, replaceSecretKek, showSecretKeys } from './cli.ts';
import { anonymous } from './test-support/anonymous.ts';
import {
  keysDirectoryOfTest,
  startTestKeyStore,
  startTestOpenBaoStore,
  type TestKeyStore,
  type TestNetworkKeyStore,
} from './test-support/key-stores.ts';
import {
  alone,
  openParts,
  type SecretsParts,
  startTestSecrets,
  type TestSecrets,
} from './test-support/test-secrets.ts';
import { aBurn, aReveal, aShare, aToken } from './test-support/wishes.ts';
import { type UseCases, useCasesOf } from './use-cases/use-cases.ts';

/** Two processes of secrets on one database and one store. */
interface TwoProcesses {
  readonly secrets: TestSecrets;
  readonly parts: readonly [SecretsParts, SecretsParts];
  readonly useCases: readonly [UseCases, UseCases];
}

async function twoProcesses({ settings }: TestKeyStore, stack: AsyncDisposableStack): Promise<TwoProcesses> {
  const secrets = stack.use(await startTestSecrets(settings));
  const other = await openParts(secrets.config, { ...alone(), database: secrets.database }, stack);
  return { secrets, parts: [secrets.parts, other], useCases: [secrets.useCases, useCasesOf(other.ports)] };
}

const conceal = (at: UseCases, change = {}) => at.concealSecret(aShare(change), anonymous());
const reveal = (at: UseCases, secretKey: string, change = {}) =>
  at.revealSecret(aReveal(secretKey, change), anonymous());
const commandOn = ({ config, database }: TestSecrets, lines: string[] = []) => {
  return { config, database, dataDir: '/nowhere/data', write: (line: string) => void lines.push(line) };
};
const epochsOf = async ({ rows }: TestSecrets) =>
  (await rows<{ line: string }>(`select e || ':' || v || ':' || state as line from secrets.epoch order by e`)).map(
    ({ line }) => line,
  );
const livingOf = (lines: readonly string[]) => lines.filter((line) => !line.endsWith(':destroyed'));

/** What a thief copied of a secret before it ended, and whether either process opens it now. */
async function copyOf({ secrets, parts: [{ ports }] }: TwoProcesses, secretKey: string) {
  const lookup = ports.keys.lookupOf(secretKey);
  const entry = await ports.vault.find(lookup, null);
  const [row] = await secrets.rows<{ e: number; wshard: Buffer; ct: Buffer }>(
    `select s.e, s.wshard, c.ct from secrets.secret s join secrets.secret_content c using (lookup) where lookup = $1`,
    [lookup],
  );
  if (entry === null || row === undefined) throw new Error('the secret was not stored');
  const stored = { ct: row.ct, wshard: row.wshard, epoch: row.e };
  const opening = { secretKey, stored, passphraseKey: null, binding: entry.secret.binding };
  return (process: SecretsParts) => {
    try {
      return process.ports.cipher.open(opening).kind;
    } catch (error) {
      return error instanceof Error ? error.name : 'thrown';
    }
  };
}

describe.each<[string, () => Promise<TestKeyStore>]>([
  ['the keys directory', keysDirectoryOfTest],
  ['a key store', startTestKeyStore],
  ['OpenBao', () => startTestOpenBaoStore(process.env.OPENBAO_BINARY)],
])('two processes on %s', (_name, start) => {
  let two: TwoProcesses;
  const stack = new AsyncDisposableStack();
  beforeAll(async () => {
    two = await twoProcesses(stack.use(await start()), stack);
  });
  afterAll(() => stack.disposeAsync());

  test('open what the other sealed, before and after a rotation; what ended is dead in both', async () => {
    const { parts, useCases } = two;
    const made = await Promise.all([0, 1, 0, 1].map((at) => conceal(useCases[at as 0 | 1])));
    const [first, second, third, fourth] = made.map(({ secretKey }) => secretKey) as [string, string, string, string];
    const thief = await copyOf(two, first);
    expect((await reveal(useCases[1], first)).value).toBe('tea at 5?');
    expect(parts.map(thief)).toEqual(['opened', 'opened']); // the control: while the epoch lives, a copy opens
    expect(await parts[1].crypto.rotation.rotateNow()).toBe('rotated');
    for (const { ports } of parts) await ports.keyRing.reload();
    expect(parts.map(thief)).toEqual(['KeyGone', 'KeyGone']);
    expect((await reveal(useCases[0], second)).value).toBe('tea at 5?');
    expect((await reveal(useCases[1], third)).value).toBe('tea at 5?');
    expect((await reveal(useCases[0], fourth)).value).toBe('tea at 5?');
  });

  test('64 racers while epochs rotate: the content once, and one ending', async () => {
    const { secrets, parts, useCases } = two;
    let isOver = false;
    let rotations = 0;
    const rotating = (async () => {
      while (!isOver) if ((await parts[rotations % 2]?.crypto.rotation.rotateNow()) === 'rotated') rotations += 1;
    })();
    const living = await conceal(useCases[0]);
    try {
      for (let round = 0; round < 10; round += 1) {
        const { secretKey, metadata } = await conceal(useCases[round % 2 === 0 ? 0 : 1]);
        const racers = Array.from({ length: 64 }, async (_, index) => {
          const door = useCases[index % 2 === 0 ? 0 : 1];
          if (index % 16 === 5) return door.burnSecret(aBurn(metadata.key), anonymous()).then(() => 'burned');
          const claimToken = index % 3 === 0 ? aToken() : null;
          return reveal(door, secretKey, { claimToken }).then(({ value }) => value);
        });
        const outcomes = await Promise.allSettled(racers);
        const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
        expect(won).toHaveLength(1);
        for (const outcome of outcomes) {
          if (outcome.status === 'rejected')
            expect(['secret.gone', 'secret.not-burnable']).toContain(outcome.reason.code);
        }
        const lookup = secrets.parts.ports.keys.lookupOf(secretKey);
        const [row] = await secrets.rows(
          `select (select count(*)::int from secrets.events e where e.stream_id = s.secret_id
             and e.type in ('secret.received', 'secret.burned', 'secret.expired')) as endings
           from secrets.secret s where s.lookup = $1`,
          [lookup],
        );
        expect(row).toEqual({ endings: 1 });
      }
    } finally {
      isOver = true;
      await rotating;
    }
    expect(rotations).toBeGreaterThan(1);
    for (const { ports } of parts) await ports.keyRing.reload();
    expect((await reveal(useCases[1], living.secretKey)).value).toBe('tea at 5?');
  });

  test('go on with a new key-encryption key, to which everything that waits moved', async () => {
    const { secrets, useCases } = two;
    const made = [await conceal(useCases[0]), await conceal(useCases[1], { passphrase: 'plum' })] as const;
    const lines: string[] = [];
    await replaceSecretKek(commandOn(secrets, lines));
    expect(lines[0]).toMatch(/^Version 2 of the key-encryption key is in use/);
    expect(livingOf(await epochsOf(secrets))).toEqual([expect.stringMatching(/^\d+:2:current$/)]);
    expect((await reveal(useCases[1], made[0].secretKey)).value).toBe('tea at 5?');
    expect((await reveal(useCases[0], made[1].secretKey, { passphrase: 'plum' })).value).toBe('tea at 5?');
    const status: string[] = [];
    expect(await showSecretKeys(commandOn(secrets, status))).toBe(true);
    expect(status[0]).toBe('key-encryption key, version 2: in order');
  });
});

const RUN = fileURLToPath(new URL('./test-support/rotate-and-die.ts', import.meta.url));

describe.each<[string, () => Promise<TestKeyStore>]>([
  ['the keys directory', keysDirectoryOfTest],
  ['a key store', startTestKeyStore],
  ['OpenBao', () => startTestOpenBaoStore(process.env.OPENBAO_BINARY)],
])('after kill -9 of a process that rotates on %s', (_name, start) => {
  let two: TwoProcesses;
  const stack = new AsyncDisposableStack();
  beforeAll(async () => {
    two = await twoProcesses(stack.use(await start()), stack);
  });
  afterAll(() => stack.disposeAsync());

  test.each(['E1', 'E2', 'E3', 'E4', 'E5', 'Q1', 'Q4'])(
    'at %s, what lives opens and what ended is dead',
    async (point) => {
      const { secrets, parts, useCases } = two;
      const living = await Promise.all(Array.from({ length: 5 }, () => conceal(useCases[0])));
      const ended = await conceal(useCases[0]);
      const thief = await copyOf(two, ended.secretKey);
      await reveal(useCases[1], ended.secretKey);
      const { config, database } = secrets;
      const task = JSON.stringify({ config, database, point, withKek: point.startsWith('Q') });
      const child = spawn(process.execPath, [RUN, task], { stdio: ['ignore', 'ignore', 'inherit'] });
      expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
      await eventually(async () => expect(await parts[1].crypto.rotation.rotateNow()).toBe('rotated'));
      for (const { ports } of parts) await ports.keyRing.reload();
      expect(livingOf(await epochsOf(secrets))).toEqual([expect.stringMatching(/:current$/)]);
      const { store } = await openKeyStore(config, null);
      expect(await store.listEpochKeys()).toHaveLength(1);
      store[Symbol.dispose]();
      expect(parts.map(thief)).toEqual(['KeyGone', 'KeyGone']);
      for (const [index, { secretKey }] of living.entries()) {
        expect((await reveal(useCases[index % 2 === 0 ? 0 : 1], secretKey)).value).toBe('tea at 5?');
      }
    },
  );
});

describe.each<[string, () => Promise<TestNetworkKeyStore>]>([
  ['a key store', startTestKeyStore],
  ['OpenBao', () => startTestOpenBaoStore(process.env.OPENBAO_BINARY)],
])('while %s is not what it was', (_name, start) => {
  let place: TestNetworkKeyStore;
  let stack: AsyncDisposableStack;
  beforeEach(async () => {
    stack = new AsyncDisposableStack();
    place = stack.use(await start());
    return () => stack.disposeAsync();
  });

  test('it does not answer: sealed within seconds, nothing is consumed, and all goes on within seconds', async () => {
    const { secrets, parts, useCases } = await twoProcesses(place, stack);
    const { secretKey, metadata } = await conceal(useCases[0], { passphrase: 'plum' });
    await place.stop();
    const sealed = /^(the key store|OpenBao) does not answer/;
    await eventually(
      () => {
        for (const { ports } of parts) expect(ports.keyRing.sealedReason()).toMatch(sealed);
      },
      { withinMs: 20_000 },
    );
    for (const at of useCases) {
      await expect(conceal(at)).rejects.toBeInstanceOf(OutageError);
      await expect(reveal(at, secretKey, { passphrase: 'wrong' })).rejects.toMatchObject({ dependency: 'keys' });
      await expect(at.burnSecret(aBurn(metadata.key, { passphrase: 'plum' }), anonymous())).rejects.toBeInstanceOf(
        OutageError,
      );
    }
    const lookup = secrets.parts.ports.keys.lookupOf(secretKey);
    expect(await secrets.rows('select state, attempts from secrets.secret where lookup = $1', [lookup])).toEqual([
      { state: 'new', attempts: 0 },
    ]);
    await secrets.rows(`update secrets.epoch set created_at = created_at - interval '1 hour' where state = 'current'`);
    await expect(confirmSecretKeyLoss(commandOn(secrets), { isRestored: false })).rejects.toThrow(/cannot be done now/);
    const status: string[] = [];
    expect(await showSecretKeys(commandOn(secrets, status))).toBe(false);
    expect(status[0]).toBe('key-encryption key, version 1: unknown');
    expect(status.at(-1)).toMatch(/^SEALED: (the key store|OpenBao) does not answer/);
    await place.start();
    await eventually(
      () => {
        for (const { ports } of parts) expect(ports.keyRing.sealedReason()).toBeNull();
      },
      { withinMs: 20_000 },
    );
    expect((await reveal(useCases[1], secretKey, { passphrase: 'plum' })).value).toBe('tea at 5?');
    // The epoch that grew old meanwhile is replaced by itself.
    await eventually(async () => expect(livingOf(await epochsOf(secrets))).toEqual(['2:1:current']), {
      withinMs: 20_000,
    });
  });

  test('it did not answer at the first start: sealed, and begins by itself once it does', async () => {
    await place.stop();
    const secrets = stack.use(await startTestSecrets(place.settings));
    expect(secrets.parts.ports.keyRing.sealedReason()).toMatch(/does not answer/);
    await expect(conceal(secrets.useCases)).rejects.toMatchObject({ dependency: 'keys' });
    expect(await epochsOf(secrets)).toEqual([]);
    await place.start();
    await eventually(() => expect(secrets.parts.ports.keyRing.sealedReason()).toBeNull(), { withinMs: 20_000 });
    const { secretKey } = await conceal(secrets.useCases);
    expect((await reveal(secrets.useCases, secretKey)).value).toBe('tea at 5?');
  });

  test('another one is in its place: refused by a running process and by a start, and no key is made in it', async () => {
    const { secrets, parts } = await twoProcesses(place, stack);
    const { secretKey } = await conceal(secrets.useCases);
    await place.replace();
    await eventually(
      () => {
        for (const { ports } of parts) expect(ports.keyRing.sealedReason()).toMatch(/is another one than before/);
      },
      { withinMs: 20_000 },
    );
    await expect(reveal(secrets.useCases, secretKey)).rejects.toBeInstanceOf(OutageError);
    const late = openParts(secrets.config, { ...alone(), database: secrets.database }, stack);
    await expect(late).rejects.toThrow(WrongKeysDirectory);
    await expect(late).rejects.toThrow(/^The keys of this database are not in/);
    const { store } = await openKeyStore(secrets.config, null);
    expect([await store.newestKek(), await store.listEpochKeys()]).toEqual([0, []]);
    store[Symbol.dispose]();
  });

  test('it is that of another database: refused, and its keys are left alone', async () => {
    const first = stack.use(await startTestSecrets(place.settings));
    const { secretKey } = await conceal(first.useCases);
    await expect(startTestSecrets(place.settings)).rejects.toThrow(WrongKeysDirectory);
    await expect(startTestSecrets(place.settings)).rejects.toThrow(/belongs to another database/);
    expect(await first.parts.crypto.rotation.rotateNow()).toBe('rotated');
    expect((await reveal(first.useCases, secretKey)).value).toBe('tea at 5?');
  });
});
