import type { SecretImported, SecretMetadataImported } from '@onceover/schema/events/secrets';
import { sizeBucket } from './conceal-secret.ts';
import { isOver, type SecretEnding, type SecretState } from './secret.ts';
import { SecretAlreadyExists, SecretLeft } from './secret-errors.ts';
import { metadataTtlSeconds } from './secret-limits.ts';

/** A secret of another server as that server tells of it, described without content and keys. */
export interface ImportSecret {
  readonly state: 'new' | SecretEnding;
  readonly ownerRef: string | null;
  /** A verified custom host. */
  readonly shareDomainId: string | null;
  readonly createdAt: Date;
  /** When it ended, as far as it is known. */
  readonly endedAt: Date | null;
  readonly expiresAt: Date;
  readonly ttlSeconds: number;
  readonly recipientCount: number;
  /** Whether the key of its link is known. */
  readonly hasLink: boolean;
  /** Of its content; null: that is not taken over. */
  readonly characters: number | null;
  readonly at: Date;
}

/** What a server takes over at most: the longest lifetime that it gives, in seconds, and sizes in characters. */
export interface ImportLimits {
  readonly longestTtlSeconds: number;
  readonly maxCharacters: number;
}

/** A secret goes on here: as one that waits, or as the metadata of one that has ended. */
export interface Imported {
  readonly event: SecretImported | SecretMetadataImported;
  /** Null: it waits. */
  readonly ended: { readonly as: SecretEnding; readonly at: Date } | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly ttlSeconds: number;
  /** Until when its creator may look. */
  readonly metadataUntil: Date;
}

/**
 * What waits goes on with the rest of its lifetime, if its content came along; of what has ended its creator sees the metadata
 * as long as that of any secret. Everything else is left with a reason: nothing here says "new" of what cannot be opened here.
 */
export function importSecret(command: ImportSecret, state: SecretState, limits: ImportLimits): Imported {
  if (state.status !== 'absent') throw new SecretAlreadyExists();
  const { createdAt, at } = command;
  refuseBadTimes(command);
  const ttlSeconds = Math.min(command.ttlSeconds, limits.longestTtlSeconds);
  const expiresAt = earliest(command.expiresAt, later(at, limits.longestTtlSeconds));
  const kept = later(createdAt, metadataTtlSeconds(ttlSeconds));
  const common = { createdAt, expiresAt, ttlSeconds };
  const ended = endOf(command);
  if (ended === null) {
    refuseUnopenable(command, limits);
    const event = secretImported(command, common);
    // A secret that is known is not taken over again, so it is known as long as the other server would have it.
    return { ...common, event, ended, metadataUntil: latest(kept, command.expiresAt) };
  }
  if (isOver({ expiresAt: kept }, at)) {
    throw new SecretLeft(`It ended, and what its creator sees of it is kept until ${dayOf(kept)} only.`);
  }
  const event = metadataImported(command, ttlSeconds, ended);
  return { ...common, expiresAt: command.expiresAt, event, ended, metadataUntil: kept };
}

/** No server of ours gives more. */
const longestLifeSeconds = 366 * 86_400;

function refuseBadTimes({ createdAt, expiresAt, ttlSeconds, at }: ImportSecret): void {
  if (!(createdAt.getTime() > 0)) throw new SecretLeft('It does not say when it was created.');
  if (createdAt.getTime() > at.getTime()) {
    throw new SecretLeft('It says that it was created in the future: set the clocks of both servers, then try again.');
  }
  if (!(ttlSeconds > 0) || !(expiresAt.getTime() > createdAt.getTime())) {
    throw new SecretLeft('It does not say how long it lives.');
  }
  if (expiresAt.getTime() > later(at, longestLifeSeconds).getTime()) {
    throw new SecretLeft('It would live for more than a year.');
  }
}

function refuseUnopenable({ hasLink, characters }: ImportSecret, { maxCharacters }: ImportLimits): void {
  if (!hasLink) throw new SecretLeft('It waits to be opened, but the key of its link is not known.');
  if (characters === null) throw new SecretLeft('It waits to be opened, but its content cannot be taken over.');
  if (characters === 0) throw new SecretLeft('It waits to be opened, but its content is empty.');
  if (characters > maxCharacters) {
    throw new SecretLeft(`It waits to be opened, but its content is longer than ${maxCharacters} characters.`);
  }
}

/** How it ended, and when: within its life until now, whatever the other server's clock says. */
function endOf(command: ImportSecret): Imported['ended'] {
  const { state, createdAt, expiresAt, endedAt, at } = command;
  if (state === 'new' && !isOver(command, at)) return null;
  const as = state === 'new' ? 'expired' : state;
  const said = as === 'expired' ? expiresAt : (endedAt ?? expiresAt);
  return { as, at: earliest(latest(said, createdAt), at) };
}

type Lifetime = Pick<Imported, 'createdAt' | 'expiresAt' | 'ttlSeconds'>;

function secretImported(command: ImportSecret, { createdAt, expiresAt, ttlSeconds }: Lifetime): SecretImported {
  return {
    type: 'secret.imported',
    schemaVersion: 1,
    data: {
      ttlSeconds,
      createdAt: createdAt.toISOString(),
      ...ownerOf(command),
      recipientCount: command.recipientCount,
      expiresAt: expiresAt.toISOString(),
      sizeBucket: sizeBucket(command.characters ?? 0),
      ...(command.shareDomainId === null ? {} : { shareDomainId: command.shareDomainId }),
    },
  };
}

function metadataImported(
  command: ImportSecret,
  ttlSeconds: number,
  { as, at }: NonNullable<Imported['ended']>,
): SecretMetadataImported {
  return {
    type: 'secret.metadata_imported',
    schemaVersion: 1,
    data: {
      ttlSeconds,
      createdAt: command.createdAt.toISOString(),
      ...ownerOf(command),
      recipientCount: command.recipientCount,
      state: as,
      endedAt: at.toISOString(),
    },
  };
}

const ownerOf = ({ ownerRef }: ImportSecret) => (ownerRef === null ? {} : { ownerRef });

const later = (from: Date, seconds: number) => new Date(from.getTime() + seconds * 1000);
const earliest = (one: Date, other: Date) => (one.getTime() < other.getTime() ? one : other);
const latest = (one: Date, other: Date) => (one.getTime() > other.getTime() ? one : other);
const dayOf = (at: Date) => at.toISOString().slice(0, 10);
