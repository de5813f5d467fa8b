import type { Caller } from '@onceover/schema/caller';
import { IdempotencyExpired, IdempotencyMismatch } from '../../domain/secret/secret-errors.ts';
import { replaySeconds } from '../../domain/secret/secret-limits.ts';
import type { KeyDerivation } from '../secret/secret-keys.ts';
import type { NewSecret, ReplayRow } from '../secret/secret-writes.ts';
import { type Alarm, type KeyRing, withLoadedKeys } from '../secret/with-loaded-keys.ts';

/** Sealed answers of whoever made a secret, by the hash of their `Idempotency-Key`, for ten minutes. */
export interface Replays {
  find(keyHash: Buffer): Promise<{ lookup: Buffer; epoch: number; sealed: Buffer } | null>;
}

export interface ReplayCipher {
  /** Seals an answer under its Idempotency-Key and the epoch key, bound to an HMAC of the request's fields. */
  sealReplay(input: { idempotencyKey: string; lookup: Buffer; fields: Buffer; answer: Buffer }): {
    readonly epoch: number;
    readonly sealed: Buffer;
  };
  /** The answer, or `mismatch` when the request's fields differ. Throws `KeyGone` like `SecretCipher.open`. */
  openReplay(input: {
    idempotencyKey: string;
    lookup: Buffer;
    fields: Buffer;
    epoch: number;
    sealed: Buffer;
  }): { readonly kind: 'opened'; readonly answer: Buffer } | { readonly kind: 'mismatch' };
}

export interface ReplayPorts {
  readonly keys: KeyDerivation;
  readonly cipher: ReplayCipher;
  readonly keyRing: KeyRing;
  readonly alarm: Alarm;
  readonly replays: Replays;
}

/** What is asked for under an `Idempotency-Key`: it is the same request if all of this is the same. */
export interface Asked {
  readonly command: 'conceal' | 'incoming';
  readonly idempotencyKey: string | null;
  readonly fields: readonly unknown[];
}

/** How an answer is kept, and found again by whoever has the key and asks for the same. */
export interface Replay {
  /** The same key of the same caller is the same command, whatever its fields. */
  readonly commandName: string;
  readonly idempotencyKey: string;
  readonly seconds: number;
  /** What was asked for, as bytes; only an HMAC of them is kept. Whoever asks for them wipes them. */
  readonly fields: () => Buffer;
  /** Likewise. */
  readonly answer: (made: NewSecret) => Buffer;
}

/** Null where no Idempotency-Key was sent. */
export function replayOf(keys: KeyDerivation, asked: Asked, caller: Caller, answer: Replay['answer']): Replay | null {
  const { command, idempotencyKey } = asked;
  if (idempotencyKey === null) return null;
  const who = caller.kind === 'anonymous' ? caller.kind : caller.accountRef;
  return {
    commandName: `${command}:${who}:${keys.tokenHashOf(idempotencyKey).toString('hex')}`,
    idempotencyKey,
    seconds: replaySeconds,
    fields: () => fieldsOf(asked, caller),
    answer,
  };
}

/** The sealed answer as it is stored with the secret. */
export function replayRow(
  { keys, cipher }: ReplayPorts,
  { idempotencyKey, seconds, ...replay }: Replay,
  made: NewSecret,
): ReplayRow {
  const { lookup, createdAt } = made.binding;
  const answer = replay.answer(made);
  const fields = replay.fields();
  const { epoch, sealed } = cipher.sealReplay({ idempotencyKey, lookup, fields, answer });
  answer.fill(0);
  fields.fill(0);
  const until = new Date(createdAt.getTime() + seconds * 1000);
  return { keyHash: keys.tokenHashOf(idempotencyKey), lookup, epoch, sealed, until };
}

/**
 * The account, or a visitor's network, is one of the fields, so that nobody is given what somebody else concealed, even if
 * both happen to use the same key.
 */
function fieldsOf({ fields }: Asked, caller: Caller): Buffer {
  const who = caller.kind === 'anonymous' ? caller.network : caller.accountRef;
  return Buffer.from(JSON.stringify([...fields, who]), 'utf8');
}

/**
 * The answer that was given to this Idempotency-Key before. Null when it is new; with `isKnown`, when the store has seen
 * it, its answer must be there or is gone.
 *
 * Refuses  secret.idempotency-mismatch for other fields, secret.idempotency-expired when the answer is gone
 */
export async function replayedAnswer<Answer extends object>(
  ports: ReplayPorts,
  asked: Asked,
  caller: Caller,
  { isKnown = false } = {},
): Promise<(Answer & { readonly isReplay: true }) | null> {
  const { idempotencyKey } = asked;
  if (idempotencyKey === null) return null;
  const sealed = await openReplay(ports, idempotencyKey, () => fieldsOf(asked, caller), isKnown);
  if (sealed === null) return null;
  const answer = JSON.parse(sealed.toString('utf8')) as Answer;
  sealed.fill(0);
  return { ...answer, isReplay: true };
}

/** The answer's bytes; the caller wipes them. Null when the key is new. */
export async function openReplay(
  ports: ReplayPorts,
  idempotencyKey: string,
  fieldsFor: () => Buffer,
  isKnown: boolean,
): Promise<Buffer | null> {
  const keyHash = ports.keys.tokenHashOf(idempotencyKey);
  const found = await ports.replays.find(keyHash);
  if (found === null) {
    if (isKnown) throw new IdempotencyExpired();
    return null;
  }
  const fields = fieldsFor();
  try {
    const opened = await withLoadedKeys(
      ports,
      found,
      () => 'replay',
      (row) => ports.cipher.openReplay({ ...row, idempotencyKey, fields }),
      () => ports.replays.find(keyHash),
    );
    if (opened === null) throw new IdempotencyExpired();
    if (opened.kind === 'mismatch') throw new IdempotencyMismatch();
    return opened.answer;
  } finally {
    fields.fill(0);
  }
}
