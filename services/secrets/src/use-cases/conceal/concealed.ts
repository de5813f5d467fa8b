import type { MetadataView } from '../metadata/metadata-view.ts';
import type { SecretBinding, SecretKeys } from '../secret/crypto-ports.ts';
import type { Wish } from './wish.ts';

/** A secret with its keys and names, as it was made. */
export interface MadeSecret {
  readonly keys: SecretKeys;
  readonly shortkey: string;
  readonly metadataShortkey: string;
  readonly binding: SecretBinding;
  readonly ttlSeconds: number;
  /** Obscured addresses, joined by a comma. */
  readonly recipients: string | null;
  readonly shareDomain: string | null;
  /** Mails that were asked for. */
  readonly mailCount: number;
}

/** What conceal answers, once; also what a repeat with the same Idempotency-Key gets. */
export interface Concealed {
  readonly secretKey: string;
  readonly metadata: MetadataView;
  readonly kind: 'share' | 'generate';
  /** The generated value. */
  readonly value: string | null;
  /** In characters, before cutting. */
  readonly originalSize: number;
  readonly isTruncated: boolean;
  readonly isTtlAdjusted: boolean;
  readonly isReplay: boolean;
}

export function concealedAnswer(wish: Wish, made: MadeSecret): Concealed {
  const isGenerated = wish.kind === 'generate';
  return {
    secretKey: made.keys.secretKey,
    kind: isGenerated ? 'generate' : 'share',
    value: isGenerated ? wish.text : null,
    originalSize: wish.characters,
    isTruncated: made.binding.isTruncated,
    isTtlAdjusted: wish.isTtlAdjusted,
    isReplay: false,
    metadata: metadataOfMade(made),
  };
}

/** What its creator would see a moment later. */
export function metadataOfMade(made: MadeSecret): MetadataView {
  const { keys, binding } = made;
  const createdAt = binding.createdAt.getTime();
  const hasOwner = binding.ownerRef !== null;
  return {
    key: keys.metadataKey,
    shortkey: made.metadataShortkey,
    secretShortkey: made.shortkey,
    state: 'new',
    secretKey: keys.secretKey,
    ttlSeconds: made.ttlSeconds,
    createdAt,
    updatedAt: createdAt,
    expiresAt: binding.expiresAt.getTime(),
    receivedAt: null,
    burnedAt: null,
    expiredAt: null,
    hasPassphrase: binding.hasPassphrase,
    isTruncated: binding.isTruncated,
    recipients: made.recipients,
    shareDomain: made.shareDomain,
    deliveries: Array.from({ length: made.mailCount }, () => ({ status: 'queued', at: createdAt })),
    isOwner: hasOwner,
    hasOwner,
    isByOwnerHandle: false,
    isLocked: false,
    deliveryConfirmed: null,
  };
}

export function answerBytes(answer: Concealed): Buffer {
  return Buffer.from(JSON.stringify(answer), 'utf8');
}
