import { availableParallelism } from 'node:os';
import { type Algorithm, hashRaw } from '@node-rs/argon2';
import { join, sha256, wipe } from '@onceover/service-kit/crypto';
import { OutageError } from '@onceover/service-kit/errors';
import type { PassphraseKdf } from '../../use-cases/crypto-ports.ts';
import type { KeyMaterial } from './key-material.ts';
import { LABELS } from './labels.ts';

const SALT_BYTES = 16;
const MAX_QUEUED = 16;
/** The library's enum is ambient, so its value is named here. */
const ARGON2ID = 2 satisfies Algorithm.Argon2id as Algorithm.Argon2id;

/** Parameter set 1 of the passphrase derivation; `kdf` in the row names the set. */
const PARAMETERS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;

export interface PassphraseKdfOptions {
  /** Derivations at once; the cores of the machine. */
  readonly places?: number;
  /** How many may wait for a place before the next one is turned away. */
  readonly maxQueued?: number;
}

/**
 * PK = argon2id(NFKC(passphrase), salt = H("onceover/v1/pp-salt" ‖ L)[0..16], secret = pepper), 32 bytes.
 *
 * Shape    as many at once as the machine has cores, a short queue behind them; memory stays bounded (19 MiB each)
 * Refuses  `OutageError('argon2')` when the queue is full, `OutageError('keys')` when sealed
 * Source   security 3.2, 3.7
 */
export function createPassphraseKdf(keys: KeyMaterial, options: PassphraseKdfOptions = {}): PassphraseKdf {
  const { places = availableParallelism(), maxQueued = MAX_QUEUED } = options;
  const waiting: (() => void)[] = [];
  let free = places;

  async function takePlace(): Promise<void> {
    if (free > 0) {
      free -= 1;
      return;
    }
    if (waiting.length >= maxQueued) throw new OutageError('argon2', { retryAfterSeconds: 1 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function leavePlace(): void {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }

  return {
    async withPlace(work) {
      await takePlace();
      try {
        return await work((passphrase, secretKey) => derive(keys, passphrase, secretKey));
      } finally {
        leavePlace();
      }
    },
  };
}

async function derive(keys: KeyMaterial, passphrase: string, secretKey: string): Promise<Buffer> {
  const password = Buffer.from(passphrase.normalize('NFKC'), 'utf8');
  // A copy: the ring may wipe its own while argon2 runs on another thread.
  const secret = Buffer.from(keys.pepper());
  const salt = sha256(join(LABELS.passphraseSalt, secretKey)).subarray(0, SALT_BYTES);
  try {
    return await hashRaw(password, { ...PARAMETERS, salt, secret });
  } finally {
    wipe(password, secret);
  }
}
