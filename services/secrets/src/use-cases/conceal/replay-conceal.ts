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

/** How an answer is kept, and found again by whoever has the `Idempotency-Key` and asks for the same. */
export interface Replay<Answer extends object = object> {
  /** The same key of the same caller is the same command, whatever its fields. */
  readonly commandName: string;
  readonly idempotencyKey: string;
  readonly seconds: number;
  /** What was asked for, as bytes; only an HMAC of them is kept. Whoever asks for them wipes them. */
  readonly fields: () => Buffer;
  /** What is kept, as JSON. */
  readonly answerOf: (made: NewSecret) => Answer;
}

/**
 * Null where no Idempotency-Key was sent. It is the same request if all of `fields` is the same. The account, or a visitor's
 * network, is one of them, so that nobody is given what somebody else concealed, even if both happen to use the same key.
 */
export function replayOf<Answer extends object>(
  keys: KeyDerivation,
  asked: {
    readonly command: 'conceal' | 'incoming';
    readonly idempotencyKey: string | null;
    readonly fields: readonly unknown[];
  },
  caller: Caller,
  answerOf: Replay<Answer>['answerOf'],
): Replay<Answer> | null {
  const { command, idempotencyKey, fields } = asked;
  if (idempotencyKey === null) return null;
  const [who, from] =
    caller.kind === 'anonymous' ? [caller.kind, caller.network] : [caller.accountRef, caller.accountRef];
  return {
    commandName: `${command}:${who}:${keys.tokenHashOf(idempotencyKey).toString('hex')}`,
    idempotencyKey,
    seconds: replaySeconds,
    fields: () => Buffer.from(JSON.stringify([...fields, from]), 'utf8'),
    answerOf,
  };
}

export function replayRow(
  { keys, cipher }: ReplayPorts,
  { idempotencyKey, seconds, ...replay }: Replay,
  made: NewSecret,
): ReplayRow {
  const { lookup, createdAt } = made.binding;
  const answer = Buffer.from(JSON.stringify(replay.answerOf(made)), 'utf8');
  const fields = replay.fields();
  const { epoch, sealed } = cipher.sealReplay({ idempotencyKey, lookup, fields, answer });
  answer.fill(0);
  fields.fill(0);
  const until = new Date(createdAt.getTime() + seconds * 1000);
  return { keyHash: keys.tokenHashOf(idempotencyKey), epoch, sealed, until };
}

/**
 * Stores a secret, unless it was stored under this Idempotency-Key before: then gives what was answered.
 *
 * Refuses  secret.idempotency-mismatch for other fields, secret.idempotency-expired when the answer is gone
 */
export async function once<Answer extends object>(
  ports: ReplayPorts,
  replay: Replay<Answer> | null,
  store: () => Promise<NewSecret | 'duplicate'>,
): Promise<{ readonly made: NewSecret } | { readonly earlier: Answer }> {
  const earlier = replay === null ? null : await earlierAnswer(ports, replay);
  if (earlier !== null) return { earlier };
  const made = await store();
  if (made !== 'duplicate') return { made };
  // Somebody came with this Idempotency-Key a moment ago, or long ago.
  const known = replay === null ? null : await earlierAnswer(ports, replay);
  if (known === null) throw new IdempotencyExpired();
  return { earlier: known };
}

/** Null when the key is new. */
async function earlierAnswer<Answer extends object>(
  ports: ReplayPorts,
  { idempotencyKey, ...replay }: Replay<Answer>,
): Promise<Answer | null> {
  const keyHash = ports.keys.tokenHashOf(idempotencyKey);
  const found = await ports.replays.find(keyHash);
  if (found === null) return null;
  const fields = replay.fields();
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
    const answer = JSON.parse(opened.answer.toString('utf8')) as Answer;
    opened.answer.fill(0);
    return answer;
  } finally {
    fields.fill(0);
  }
}
