import type { InlineWrite } from '@onceover/event-store';
import type { Caller } from '@onceover/graphql-kit/caller';
import { repeats } from '../../domain/secret/repeats.ts';
import { IdempotencyExpired, IdempotencyMismatch } from '../../domain/secret/secret-errors.ts';
import type { KeyDerivation, KeyRing, SecretCipher } from '../secret/crypto-ports.ts';
import type { Alarm, Replays, SecretPorts } from '../secret/ports.ts';
import { withLoadedKeys } from '../secret/with-loaded-keys.ts';
import type { Concealed, MadeSecret } from './concealed.ts';
import type { ConcealInput } from './wish.ts';

export interface ReplayPorts {
  readonly keys: KeyDerivation;
  readonly cipher: SecretCipher;
  readonly keyRing: KeyRing;
  readonly alarm: Alarm;
  readonly replays: Replays;
}

/** How an answer is kept, and found again by whoever has the key and asks for the same. */
export interface Repeat {
  /** The same key of the same caller is the same command, whatever its fields. */
  readonly commandName: string;
  readonly idempotencyKey: string;
  readonly seconds: number;
  /** What was asked for, as bytes; only an HMAC of them is kept. Whoever asks for them wipes them. */
  readonly fields: () => Buffer;
  /** Likewise. */
  readonly answer: (made: MadeSecret) => Buffer;
}

/** Null where no Idempotency-Key was sent. */
export function repeatOf(
  keys: KeyDerivation,
  input: ConcealInput,
  caller: Caller,
  answer: Repeat['answer'],
): Repeat | null {
  const { idempotencyKey } = input;
  if (idempotencyKey === null) return null;
  const who = caller.kind === 'anonymous' ? caller.kind : caller.accountRef;
  return {
    commandName: `conceal:${who}:${keys.tokenHashOf(idempotencyKey).toString('hex')}`,
    idempotencyKey,
    seconds: repeats.replaySeconds,
    fields: () => fieldsOf(input, caller),
    answer,
  };
}

/** The sealed answer as it is stored with the secret. */
export function replayRow(
  { keys, cipher, rows }: Pick<SecretPorts, 'keys' | 'cipher' | 'rows'>,
  { idempotencyKey, seconds, ...repeat }: Repeat,
  made: MadeSecret,
): InlineWrite {
  const { lookup } = made.binding;
  const answer = repeat.answer(made);
  const fields = repeat.fields();
  const { epoch, sealed } = cipher.sealReplay({ idempotencyKey, lookup, fields, answer });
  answer.fill(0);
  fields.fill(0);
  return rows.replay({ keyHash: keys.tokenHashOf(idempotencyKey), lookup, epoch, sealed, seconds });
}

/** A customer's are told from everybody else's, so that nobody is given what another account concealed. */
function fieldsOf(input: ConcealInput, caller: Caller): Buffer {
  const { kind, secret, passphrase, ttl, recipients, shareDomain } = input;
  const asked = kind === 'generate' ? null : secret;
  const who = caller.kind === 'anonymous' ? [] : [caller.accountRef];
  return Buffer.from(JSON.stringify([kind, asked, passphrase, ttl, recipients, shareDomain, ...who]), 'utf8');
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
  caller: Caller,
  { isKnown = false } = {},
): Promise<Concealed | null> {
  const { idempotencyKey } = input;
  if (idempotencyKey === null) return null;
  const answer = await openReplay(ports, idempotencyKey, () => fieldsOf(input, caller), isKnown);
  if (answer === null) return null;
  const concealed = JSON.parse(answer.toString('utf8')) as Concealed;
  answer.fill(0);
  return { ...concealed, isReplay: true };
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
