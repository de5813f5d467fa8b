import { type CommandContext, StaleInput } from '@onceover/event-store';
import type { SecretCreated } from '@onceover/schema/events/secrets';
import { OutageError, OutcomeUnknownError } from '@onceover/service-kit/errors';
import { concealSecret } from '../../domain/secret/conceal-secret.ts';
import { absent } from '../../domain/secret/secret.ts';
import { metadataTtlSeconds } from '../../domain/secret/secret-limits.ts';
import type { ShareDomain } from '../../domain/secret/share-domain.ts';
import { deliveryRows, type Mailing } from '../delivery/mailing.ts';
import type { Failpoint } from '../secret/failpoint.ts';
import type { PassphraseKdf, SealedSecret, SecretBinding, SecretCipher } from '../secret/secret-cipher.ts';
import type { SecretKeys, SecretNames } from '../secret/secret-keys.ts';
import type { ConcealCommand, IncomingRow, NewSecret, SecretWrites, Written } from '../secret/secret-writes.ts';
import { reloadKeys } from '../secret/with-loaded-keys.ts';
import type { LimitedWish } from './limited-wish.ts';
import { type Replay, type ReplayCipher, type ReplayPorts, replayRow } from './replay-conceal.ts';

/** The database's time; `measure` corrects it. */
export interface DatabaseTime {
  now(): Date;
  measure(): Promise<void>;
}

export interface StorePorts extends ReplayPorts {
  readonly writes: SecretWrites;
  readonly cipher: SecretCipher & ReplayCipher;
  readonly kdf: PassphraseKdf;
  readonly databaseTime: DatabaseTime;
  readonly failpoint: Failpoint;
}

export interface StoredWith {
  readonly context: CommandContext;
  readonly shareDomain: ShareDomain | null;
  readonly mailing: Mailing | null;
  readonly replay: Replay | null;
  readonly incoming?: IncomingRow;
}

const concealTries = 3;

/**
 * Makes keys, seals and stores in one commit. `duplicate` when the command ran before: nothing was stored now.
 * Counted emails are given back unless they were requested, or the outcome is unknown.
 */
export async function storeSecret(
  ports: StorePorts,
  wish: LimitedWish,
  storedWith: StoredWith,
): Promise<NewSecret | 'duplicate'> {
  const { mailing } = storedWith;
  let isGivenBack = mailing !== null;
  const keys = ports.keys.newKeys();
  const names = ports.keys.namesOf(keys);
  let passphraseKey: Buffer | null = null;
  try {
    passphraseKey = await passphraseKeyOf(ports, wish.passphrase, keys.secretKey);
    for (let tries = 0; tries < concealTries; tries += 1) {
      const { made, command } = sealWish(ports, wish, storedWith, { keys, names, passphraseKey });
      const outcome = await store(ports, command);
      if (outcome === 'duplicate') return outcome;
      if (outcome === 'appended') {
        isGivenBack = false;
        return made;
      }
      await Promise.all([reloadKeys(ports.keyRing), ports.databaseTime.measure()]);
    }
    throw new OutageError('clock', { retryAfterSeconds: 1 });
  } catch (error) {
    if (error instanceof OutcomeUnknownError) isGivenBack = false;
    throw error;
  } finally {
    passphraseKey?.fill(0);
    // Best effort: if the database is unavailable, they stay counted.
    if (isGivenBack) await mailing?.giveBack().catch(() => undefined);
  }
}

/** `stale` when a key or the clock moved on while the secret was sealed. */
async function store(ports: StorePorts, command: ConcealCommand): Promise<Written | 'stale'> {
  await ports.failpoint('conceal.before_commit');
  try {
    const committing = ports.writes.conceal(command);
    await ports.failpoint('conceal.commit_sent');
    const outcome = await committing;
    await ports.failpoint('conceal.committed');
    return outcome;
  } catch (error) {
    if (error instanceof StaleInput) return 'stale';
    throw error;
  }
}

async function passphraseKeyOf({ kdf }: StorePorts, passphrase: string, secretKey: string): Promise<Buffer | null> {
  return passphrase === '' ? null : await kdf.withPlace((derive) => derive(passphrase, secretKey));
}

interface SealedWith {
  readonly keys: SecretKeys;
  readonly names: SecretNames;
  readonly passphraseKey: Buffer | null;
}

/** Seals the content at this instant and puts everything that is stored into one command. */
function sealWish(
  ports: StorePorts,
  wish: LimitedWish,
  storedWith: StoredWith,
  sealedWith: SealedWith,
): { readonly made: NewSecret; readonly command: ConcealCommand } {
  const { shareDomain, mailing } = storedWith;
  const at = ports.databaseTime.now();
  const created = concealSecret({ ...wish.command, shareDomainId: shareDomain?.id ?? null, at }, absent, wish.limits);
  const { ttlSeconds } = created.data;
  const { lookup, ...shown } = sealedWith.names;
  const binding = bindingOf(created, at, lookup);
  const made: NewSecret = {
    keys: sealedWith.keys,
    binding,
    ...shown,
    sealed: sealText(ports, wish.text, { ...sealedWith, binding }),
    ttlSeconds,
    originalSize: wish.command.characters,
    metadataUntil: new Date(at.getTime() + metadataTtlSeconds(ttlSeconds) * 1000),
    recipients: mailing?.obscured ?? null,
    shareDomain: shareDomain?.host ?? null,
    isPeopleOnly: wish.isPeopleOnly,
  };
  return { made, command: commandOf(ports, storedWith, made, created) };
}

function sealText(
  { cipher }: StorePorts,
  text: string,
  under: SealedWith & { readonly binding: SecretBinding },
): SealedSecret {
  const plaintext = Buffer.from(text, 'utf8');
  const sealed = cipher.seal({ ...under, plaintext });
  plaintext.fill(0);
  return sealed;
}

function commandOf(
  ports: StorePorts,
  { context, mailing, replay, incoming }: StoredWith,
  made: NewSecret,
  created: SecretCreated,
): ConcealCommand {
  const wanted = mailing?.mails.map((mail) => mail.event(made.keys.secretId)) ?? [];
  return {
    context,
    isRemembered: replay !== null,
    made,
    events: [created, ...wanted],
    replay: replay === null ? null : replayRow(ports, replay, made),
    deliveries: mailing === null ? [] : deliveryRows(mailing, made),
    incoming: incoming ?? null,
  };
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
