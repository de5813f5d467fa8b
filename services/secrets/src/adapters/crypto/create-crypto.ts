import { surviveLostConnections } from '@onceover/event-store';
import { type KeyStore, KeyStoreAway } from '@onceover/key-store';
import { randomBytes } from '@onceover/service-kit/crypto';
import { ignoring } from '@onceover/service-kit/errors';
import { createLogger } from '@onceover/service-kit/logging';
import type pg from 'pg';
import { createEpochRotation } from './epochs/epoch-rotation.ts';
import type { EpochFailpoint, KeyLog, RotationTools } from './epochs/epoch-steps.ts';
import { watchKeys } from './epochs/key-watch.ts';
import { ensureKeys } from './keys/key-bootstrap.ts';
import { LoadedKeyRing } from './keys/key-ring.ts';
import { queryableOf } from './keys/key-session.ts';
import { createKeyDerivation } from './sealing/key-derivation.ts';
import { createPassphraseKdf } from './sealing/passphrase-kdf.ts';
import { createSecretCipher } from './sealing/secret-cipher.ts';

export interface CryptoOptions {
  /** A pool of the secrets database, migrated. */
  readonly pool: pg.Pool;
  /** Opens where the keys are. Disposed by whoever has it opened here. */
  readonly openStore: () => Promise<KeyStore>;
  /**
   * What has to be done once with a store that answers, before anything is asked of it: such as making sure that it is this
   * database's. Where nobody did it before.
   */
  readonly takeStore?: ((store: KeyStore) => Promise<void>) | undefined;
  readonly epochMinutes: number;
  readonly log?: KeyLog;
  /** Milliseconds between checks of the epoch table. */
  readonly watchEveryMs?: number;
  /** Stops a rotation where a test wants it. */
  readonly failpoint?: (name: EpochFailpoint) => void | Promise<void>;
}

/** Everything cryptographic the service needs; dispose it after the last request. */
export type SecretsCrypto = Awaited<ReturnType<typeof createCrypto>>;

/**
 * What steps with the keys work with, nothing loaded yet. `prepare` is done once with a store that answers, before any key is
 * loaded. The caller disposes ring and store.
 */
export async function openKeyTools(
  options: CryptoOptions,
  signal: AbortSignal,
  prepare: (store: KeyStore) => Promise<void> = async () => undefined,
): Promise<RotationTools> {
  const { pool, takeStore, failpoint = () => undefined, log = createLogger('secrets.keys') } = options;
  surviveLostConnections(pool);
  const store = await options.openStore();
  const ring = new LoadedKeyRing(queryableOf(pool), store, async () => {
    await takeStore?.(store);
    await prepare(store);
  });
  return { store, ring, random: randomBytes, log, failpoint, signal };
}

/**
 * Opens the keys, finishes or begins an epoch, and hands out the ciphers. Where the store does not answer, it starts sealed
 * and does all that once the store is back.
 *
 * Refuses  `KeysMissing` when the database was made with keys that are gone, `UnsafeKeys` for a bad place or key,
 *          `WrongKeysDirectory` and `WrongKeyStore` for keys that are not this database's: the process must not start. A
 *          wrong key or a missing epoch key starts sealed: see `keyRing.sealedReason()`.
 */
export async function createCrypto(options: CryptoOptions) {
  const stopping = new AbortController();
  const tools = await openKeyTools(options, stopping.signal, (store) => ensureKeys(options.pool, store));
  const { store, ring, log } = tools;
  await ring.prepare().catch(ignoring(KeyStoreAway));
  const rotation = createEpochRotation(options.pool, tools, options.epochMinutes);
  await rotation.start();
  const watch = watchKeys(ring, rotation, log, options.watchEveryMs);
  return {
    derivation: createKeyDerivation(),
    cipher: createSecretCipher(ring),
    kdf: createPassphraseKdf(ring),
    keyRing: ring,
    rotation,
    async [Symbol.asyncDispose](): Promise<void> {
      stopping.abort();
      await watch[Symbol.asyncDispose]();
      ring[Symbol.dispose]();
      store[Symbol.dispose]();
    },
  };
}
