import type { Caller } from '@onceover/graphql-kit/caller';
import { IdempotencyExpired, IdempotencyMismatch } from '../domain/secret/secret-errors.ts';
import { answerFrom, type Concealed } from './concealed.ts';
import type { KeyDerivation, KeyRing, SecretCipher } from './crypto-ports.ts';
import type { Alarm, Replays } from './ports.ts';
import type { ConcealInput } from './wish.ts';
import { withLoadedKeys } from './with-loaded-keys.ts';

export interface ReplayPorts {
  readonly keys: KeyDerivation;
  readonly cipher: SecretCipher;
  readonly keyRing: KeyRing;
  readonly alarm: Alarm;
  readonly replays: Replays;
}

/** The same Idempotency-Key of the same caller is the same command, whatever its fields. */
export function commandNameOf(keys: KeyDerivation, { idempotencyKey }: ConcealInput, caller: Caller): string | null {
  return idempotencyKey === null ? null : `conceal:${caller.kind}:${keys.tokenHashOf(idempotencyKey).toString('hex')}`;
}

/** What was asked for, as bytes; only an HMAC of them is kept. The caller wipes them. */
export function fieldsOf(input: ConcealInput): Buffer {
  const { kind, secret, passphrase, ttl, recipients, shareDomain } = input;
  const asked = kind === 'generate' ? null : secret;
  return Buffer.from(JSON.stringify([kind, asked, passphrase, ttl, recipients, shareDomain]), 'utf8');
}

/**
 * The answer that was given to this Idempotency-Key before. Null when it is new; with `isKnown`, when the store has seen
 * it, its answer must be there or is gone.
 *
 * Refuses  secret.idempotency-mismatch for other fields, secret.idempotency-expired when the answer is gone
 */
export async function replayedAnswer(
  ports: ReplayPorts,
  input: ConcealInput,
  { isKnown = false } = {},
): Promise<Concealed | null> {
  const { idempotencyKey } = input;
  if (idempotencyKey === null) return null;
  const keyHash = ports.keys.tokenHashOf(idempotencyKey);
  const found = await ports.replays.find(keyHash);
  if (found === null) {
    if (isKnown) throw new IdempotencyExpired();
    return null;
  }
  const fields = fieldsOf(input);
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
    const answer = answerFrom(opened.answer);
    opened.answer.fill(0);
    return answer;
  } finally {
    fields.fill(0);
  }
}
