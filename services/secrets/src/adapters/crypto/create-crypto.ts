import { surviveLostConnections } from '@onceover/event-store';
import { randomBytes } from '@onceover/service-kit/crypto';
import { createLogger } from '@onceover/service-kit/logging';
import type pg from 'pg';
import { createEpochRotation } from './epochs/epoch-rotation.ts';
import type { EpochFailpoint, KeyLog, RotationTools } from './epochs/epoch-steps.ts';
import { watchKeys } from './epochs/key-watch.ts';
import { ensureKeys } from './keys/key-bootstrap.ts';
import { openKeyFiles } from './keys/key-files.ts';
import { LoadedKeyRing } from './keys/key-ring.ts';
import { queryableOf } from './keys/key-session.ts';
import { createKeyDerivation } from './sealing/key-derivation.ts';
import { createPassphraseKdf } from './sealing/passphrase-kdf.ts';
import { createSecretCipher } from './sealing/secret-cipher.ts';

export interface CryptoOptions {
  /** A pool of the secrets database, migrated. */
  readonly pool: pg.Pool;
  /** Made when it is missing; see `key-files.ts` for what is in it. */
  readonly keysDir: string;
  /** The embedded database's files; the keys directory must not lie in it. Null when the database is elsewhere. */
  readonly dataDir: string | null;
  /** The key-encryption key from the settings (hexadecimal or base64), or null for the file in the keys directory. */
  readonly kek: string | null;
  readonly epochMinutes: number;
  readonly log?: KeyLog;
  /** Milliseconds between checks of the epoch table. */
  readonly watchEveryMs?: number;
  /** Stops a rotation where a test wants it. */
  readonly failpoint?: (name: EpochFailpoint) => void | Promise<void>;
}

/** Everything cryptographic the service needs; dispose it after the last request. */
export type SecretsCrypto = Awaited<ReturnType<typeof createCrypto>>;

/** What steps with the keys work with, nothing loaded yet. The caller disposes the ring. */
export async function openKeyTools(options: CryptoOptions, signal: AbortSignal): Promise<RotationTools> {
  const { pool, keysDir, dataDir, kek, failpoint = () => undefined, log = createLogger('secrets.keys') } = options;
  surviveLostConnections(pool);
  const files = await openKeyFiles({ keysDir, dataDir, givenKek: kek });
  const ring = new LoadedKeyRing(queryableOf(pool), files);
  return { files, ring, random: randomBytes, log, failpoint, signal };
}

/**
 * Opens the keys, finishes or begins an epoch, and hands out the ciphers.
 *
 * Refuses  `KeysMissing` when the database was made with keys that are gone, `UnsafeKeys` for a bad place or key: the
 *          process must not start. A wrong key or a missing epoch key starts sealed: see `keyRing.sealedReason()`.
 */
export async function createCrypto(options: CryptoOptions) {
  const stopping = new AbortController();
  const tools = await openKeyTools(options, stopping.signal);
  const { ring, files, log } = tools;
  await ensureKeys(options.pool, files, randomBytes);
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
    },
  };
}
