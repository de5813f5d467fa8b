import type { AppendCommand } from '@onceover/event-store';
import type { SecretCreated } from '@onceover/schema/events/secrets/secret-created.v1';
import { type ConcealSecret, concealSecret } from '../domain/secret/conceal-secret.ts';
import { repeats } from '../domain/secret/repeats.ts';
import { absent } from '../domain/secret/secret.ts';
import { metadataTtlSeconds } from '../domain/secret/secret-limits.ts';
import { contextOf, secretStream } from './command-context.ts';
import { answerBytes, concealedAnswer, type MadeSecret } from './concealed.ts';
import type { PassphraseKdf, SecretBinding, SecretKeys } from './crypto-ports.ts';
import type { DatabaseTime, PlanLimits, Replays, SecretPorts } from './ports.ts';
import { commandNameOf, fieldsOf } from './replay-conceal.ts';
import type { Wish } from './wish.ts';

export type ConcealPorts = SecretPorts & {
  readonly kdf: PassphraseKdf;
  readonly replays: Replays;
  readonly planLimits: PlanLimits;
  readonly databaseTime: DatabaseTime;
  readonly generatedLength: number;
  readonly randomBytes: (size: number) => Uint8Array;
};

/** A wish with its keys, sealed at an instant, and the command that stores it. */
export interface SealedWish extends MadeSecret {
  readonly command: AppendCommand;
}

/** The rules first, before anything slow: throws what `concealSecret` refuses. */
export function refuseBadWish(wish: Wish): void {
  concealSecret(decisionOf(wish, new Date(0)), absent, wish.limits);
}

/** Seals the content and puts everything that is stored into one command. */
export function sealWish(ports: ConcealPorts, wish: Wish, keys: SecretKeys, passphraseKey: Buffer | null): SealedWish {
  const createdAt = ports.databaseTime.now();
  const created = concealSecret(decisionOf(wish, createdAt), absent, wish.limits);
  const binding = bindingOf(wish, created, createdAt, ports.keys.lookupOf(keys.secretKey));
  const named = {
    keys,
    binding,
    shortkey: ports.keys.shortOf(keys.secretKey),
    metadataShortkey: ports.keys.metadataShortOf(keys.metadataKey),
  };
  return { ...named, command: commandOf(ports, wish, { ...named, created, passphraseKey }) };
}

function commandOf(
  ports: ConcealPorts,
  wish: Wish,
  made: MadeSecret & { readonly created: SecretCreated; readonly passphraseKey: Buffer | null },
): AppendCommand {
  const { keys, binding, created, passphraseKey } = made;
  const plaintext = Buffer.from(wish.text, 'utf8');
  const sealed = ports.cipher.seal({ keys, plaintext, passphraseKey, binding });
  plaintext.fill(0);
  const row = {
    ...made,
    sealed,
    metadataLookup: ports.keys.metadataLookupOf(keys.metadataKey),
    ttlSeconds: created.data.ttlSeconds,
    originalSize: wish.characters,
    metadataUntil: new Date(binding.createdAt.getTime() + metadataTtlSeconds(created.data.ttlSeconds) * 1000),
  };
  return {
    context: contextOf(wish.caller, binding.ownerRef, commandNameOf(ports.keys, wish.input, wish.caller)),
    appends: [{ stream: secretStream(keys.secretId), expected: 'none', events: [created] }],
    shared: [`epoch:${sealed.epoch}`, `kek:${sealed.kekVersion}`],
    guards: [ports.rows.sealingHolds({ ...sealed, createdAt: binding.createdAt })],
    inline: [ports.rows.concealed(row), ...replayRows(ports, wish, made)],
  };
}

function replayRows(ports: ConcealPorts, wish: Wish, made: MadeSecret): AppendCommand['inline'] {
  const { idempotencyKey } = wish.input;
  if (idempotencyKey === null) return [];
  const { lookup } = made.binding;
  const answer = answerBytes(concealedAnswer(wish, made));
  const fields = fieldsOf(wish.input);
  const { epoch, sealed } = ports.cipher.sealReplay({ idempotencyKey, lookup, fields, answer });
  answer.fill(0);
  fields.fill(0);
  const keyHash = ports.keys.tokenHashOf(idempotencyKey);
  return [ports.rows.replay({ keyHash, lookup, epoch, sealed, seconds: repeats.replaySeconds })];
}

function decisionOf(wish: Wish, at: Date): ConcealSecret {
  const { input, characters, passphraseCharacters, ttlSeconds, recipientCount } = wish;
  return { kind: input.kind, characters, passphraseCharacters, ttlSeconds, recipientCount, ownerRef: null, at };
}

function bindingOf(wish: Wish, { data }: SecretCreated, createdAt: Date, lookup: Buffer): SecretBinding {
  return {
    kind: wish.input.kind,
    lookup,
    ownerRef: data.ownerRef ?? null,
    shareDomainId: data.shareDomainId ?? null,
    createdAt,
    expiresAt: new Date(data.expiresAt),
    hasPassphrase: data.hasPassphrase,
    isVerification: false,
    isTruncated: data.truncated,
    kdf: 1,
  };
}
