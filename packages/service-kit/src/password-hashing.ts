import { availableParallelism } from 'node:os';
import { type Algorithm, hashRaw } from '@node-rs/argon2';
import { wipe } from './crypto.ts';
import { OutageError } from './errors.ts';

const MAX_QUEUED = 16;
/** The library's enum is ambient, so its value is named here. */
const ARGON2ID = 2 satisfies Algorithm.Argon2id as Algorithm.Argon2id;

/** Parameter set 1: 19 MiB, 2 passes, 1 lane, 32 bytes. Whoever stores a hash stores the number of its set beside it. */
const PARAMETERS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;

export interface PasswordHashingOptions {
  /** Hashes at once; the cores of the machine. */
  readonly places?: number;
  /** How many may wait for a place before the next one is turned away. */
  readonly maxQueued?: number;
}

/** What argon2id makes a digest of; `pepper` is copied, so that its owner may wipe it meanwhile. */
export interface PasswordToHash {
  /** Hashed in its NFKC form. */
  readonly password: string;
  /** At least 16 bytes. */
  readonly salt: Uint8Array;
  readonly pepper: Uint8Array;
}

/** argon2id off the event loop, under a semaphore as wide as the machine with a short queue. */
export interface PasswordHashing {
  /** Takes a place first (none: `OutageError('argon2')`, nothing was done), then runs the work with it. */
  withPlace<R>(work: (hash: (input: PasswordToHash) => Promise<Buffer>) => Promise<R>): Promise<R>;
}

/**
 * Argon2id for passwords: as many at once as the machine has cores, a short queue behind them; memory
 * stays bounded (19 MiB each).
 *
 * Refuses  `OutageError('argon2')` when the queue is full
 * Source   security 3.7
 */
export function createPasswordHashing(options: PasswordHashingOptions = {}): PasswordHashing {
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
        return await work(hashOne);
      } finally {
        leavePlace();
      }
    },
  };
}

async function hashOne({ password, salt, pepper }: PasswordToHash): Promise<Buffer> {
  const bytes = Buffer.from(password.normalize('NFKC'), 'utf8');
  const secret = Buffer.from(pepper);
  try {
    return await hashRaw(bytes, { ...PARAMETERS, salt, secret });
  } finally {
    wipe(bytes, secret);
  }
}
