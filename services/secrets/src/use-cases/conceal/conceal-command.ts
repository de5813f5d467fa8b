import type { AppendCommand, CommandContext, InlineWrite } from '@onceover/event-store';
import type { SecretCreated } from '@onceover/schema/events/secrets/secret-created.v1';
import { type ConcealSecret, concealSecret } from '../../domain/secret/conceal-secret.ts';
import { absent } from '../../domain/secret/secret.ts';
import { metadataTtlSeconds } from '../../domain/secret/secret-limits.ts';
import type { ShareDomain } from '../../domain/secret/share-domain.ts';
import { deliveryRows } from '../delivery/delivery-rows.ts';
import type { Mailing } from '../delivery/mailing.ts';
import { secretStream } from '../secret/command-context.ts';
import type { PassphraseKdf, SecretBinding, SecretKeys } from '../secret/crypto-ports.ts';
import type { DatabaseTime, Replays, SecretPorts } from '../secret/ports.ts';
import type { MadeSecret } from './concealed.ts';
import { type Repeat, replayRow } from './replay-conceal.ts';
import type { Wish } from './wish.ts';

export type StorePorts = SecretPorts & {
  readonly kdf: PassphraseKdf;
  readonly replays: Replays;
  readonly databaseTime: DatabaseTime;
};

/** Everything that is decided before a secret is sealed. */
export interface Concealing {
  readonly wish: Wish;
  readonly context: CommandContext;
  readonly shareDomain: ShareDomain | null;
  readonly mailing: Mailing | null;
  /** The answer is kept for a repeat. */
  readonly repeat: Repeat | null;
  /** Rows that are stored with it. */
  readonly extraRows?: (made: MadeSecret) => readonly InlineWrite[];
}

/** A wish with its keys, sealed at an instant, and the command that stores it. */
export interface SealedWish extends MadeSecret {
  readonly command: AppendCommand;
}

/** The rules first, before anything slow: throws what `concealSecret` refuses. */
export function refuseBadWish(wish: Wish): void {
  concealSecret(decisionOf(wish, null, new Date(0)), absent, wish.limits);
}

/** Seals the content and puts everything that is stored into one command. */
export function sealWish(
  ports: StorePorts,
  concealing: Concealing,
  keys: SecretKeys,
  passphraseKey: Buffer | null,
): SealedWish {
  const { wish, shareDomain, mailing } = concealing;
  const createdAt = ports.databaseTime.now();
  const created = concealSecret(decisionOf(wish, shareDomain, createdAt), absent, wish.limits);
  const binding = bindingOf(created, createdAt, ports.keys.lookupOf(keys.secretKey));
  const made: MadeSecret = {
    keys,
    binding,
    shortkey: ports.keys.shortOf(keys.secretKey),
    metadataShortkey: ports.keys.metadataShortOf(keys.metadataKey),
    ttlSeconds: created.data.ttlSeconds,
    recipients: mailing?.obscured ?? null,
    shareDomain: shareDomain?.host ?? null,
    mailCount: mailing?.mails.length ?? 0,
  };
  return { ...made, command: commandOf(ports, concealing, made, created, passphraseKey) };
}

function commandOf(
  ports: StorePorts,
  { wish, context, mailing, repeat, extraRows }: Concealing,
  made: MadeSecret,
  created: SecretCreated,
  passphraseKey: Buffer | null,
): AppendCommand {
  const { keys, binding } = made;
  const plaintext = Buffer.from(wish.text, 'utf8');
  const sealed = ports.cipher.seal({ keys, plaintext, passphraseKey, binding });
  plaintext.fill(0);
  const row = {
    ...made,
    sealed,
    metadataLookup: ports.keys.metadataLookupOf(keys.metadataKey),
    originalSize: wish.characters,
    metadataUntil: new Date(binding.createdAt.getTime() + metadataTtlSeconds(made.ttlSeconds) * 1000),
  };
  const inline = [ports.rows.concealed(row)];
  if (repeat !== null) inline.push(replayRow(ports, repeat, made));
  if (mailing !== null) inline.push(...deliveryRows(ports.rows, mailing, made));
  if (extraRows !== undefined) inline.push(...extraRows(made));
  const wanted = mailing?.mails.map((mail) => mail.event(keys.secretId)) ?? [];
  return {
    context,
    appends: [{ stream: secretStream(keys.secretId), expected: 'none', events: [created, ...wanted] }],
    shared: [`epoch:${sealed.epoch}`, `kek:${sealed.kekVersion}`],
    guards: [ports.rows.sealingHolds({ ...sealed, createdAt: binding.createdAt })],
    inline,
  };
}

function decisionOf(wish: Wish, shareDomain: ShareDomain | null, at: Date): ConcealSecret {
  const { kind, ownerRef, characters, passphraseCharacters, ttlSeconds } = wish;
  const { addresses, undeliverable } = wish.recipients;
  const shareDomainId = shareDomain?.id ?? null;
  const recipientCount = addresses.length;
  const mailed = { recipientCount, undeliverable, shareDomainId };
  return { kind, ownerRef, characters, passphraseCharacters, ttlSeconds, at, ...mailed };
}

function bindingOf({ data }: SecretCreated, createdAt: Date, lookup: Buffer): SecretBinding {
  return {
    kind: data.kind,
    lookup,
    ownerRef: data.ownerRef ?? null,
    shareDomainId: data.shareDomainId ?? null,
    createdAt,
    expiresAt: new Date(data.expiresAt),
    hasPassphrase: data.hasPassphrase,
    isVerification: data.kind === 'verification',
    isTruncated: data.truncated,
    kdf: 1,
  };
}
