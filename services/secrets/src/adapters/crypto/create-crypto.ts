import { randomBytes } from '@onceover/service-kit/crypto';
import { createLogger } from '@onceover/service-kit/logging';
import type { Knex } from 'knex';
import type { PassphraseKdf } from '../../use-cases/secret/secret-cipher.ts';
import type { KeyDerivation } from '../../use-cases/secret/secret-keys.ts';
import type { KeyRing } from '../../use-cases/secret/with-loaded-keys.ts';
import { createEpochRotation, type EpochRotation } from './epochs/epoch-rotation.ts';
import type { EpochFailpoint, KeyLog, RotationTools } from './epochs/epoch-steps.ts';
import { KeyWatch } from './epochs/key-watch.ts';
import { EpochKeys } from './keys/epoch-keys.ts';
import { ensureKeys } from './keys/key-bootstrap.ts';
import { createKeySource, openKeyFiles } from './keys/key-files.ts';
import { LoadedKeyRing } from './keys/key-ring.ts';
import { queryableOf } from './keys/key-tables.ts';
import { ServerKeys } from './keys/server-keys.ts';
import { createKeyDerivation } from './sealing/key-derivation.ts';
import { createPassphraseKdf } from './sealing/passphrase-kdf.ts';
import { type Ciphers, createSecretCipher } from './sealing/secret-cipher.ts';

export interface CryptoOptions {
  /** A pool of the secrets database, migrated. */
  readonly knex: Knex;
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
export interface SecretsCrypto extends AsyncDisposable {
  readonly derivation: KeyDerivation;
  readonly cipher: Ciphers;
  readonly kdf: PassphraseKdf;
  readonly keyRing: KeyRing;
  readonly rotation: EpochRotation;
}

/** What steps with the keys work with, nothing loaded yet. The caller disposes the ring. */
export async function openKeyTools(options: CryptoOptions, signal: AbortSignal): Promise<RotationTools> {
  const { knex, keysDir, dataDir, kek, failpoint = () => undefined } = options;
  const log = options.log ?? createLogger('secrets.keys');
  const files = await openKeyFiles({ keysDir, dataDir });
  const source = createKeySource(files, kek);
  const db = queryableOf(knex);
  const server = new ServerKeys(db, files, source);
  const ring = new LoadedKeyRing(server, new EpochKeys(db, files, server));
  return { files, source, ring, random: randomBytes, log, failpoint, signal };
}

/**
 * Opens the keys, finishes or begins an epoch, and hands out the ciphers.
 *
 * Refuses  `KeysMissing` when the database was made with keys that are gone, `UnsafeKeys` for a bad place or key: the
 *          process must not start. A wrong key or a missing epoch key starts sealed: see `keyRing.sealedReason()`.
 */
export async function createCrypto(options: CryptoOptions): Promise<SecretsCrypto> {
  const stopping = new AbortController();
  const tools = await openKeyTools(options, stopping.signal);
  const { ring, files, source, log } = tools;
  await ensureKeys(options.knex, files, source, randomBytes);
  const rotation = createEpochRotation(options.knex, tools, options.epochMinutes);
  await rotation.start();
  const watch = new KeyWatch(ring, rotation, log, options.watchEveryMs);
  return {
    derivation: createKeyDerivation(),
    cipher: createSecretCipher(ring),
    kdf: createPassphraseKdf(ring),
    keyRing: ring,
    rotation,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await watch[Symbol.asyncDispose]();
      ring[Symbol.dispose]();
    },
  };
}
