import type { SecretBinding, SecretKeys } from './crypto-ports.ts';
import type { MetadataView } from './metadata-view.ts';
import type { Wish } from './wish.ts';

/** A secret with its keys and names, as it was made. */
export interface MadeSecret {
  readonly keys: SecretKeys;
  readonly shortkey: string;
  readonly metadataShortkey: string;
  readonly binding: SecretBinding;
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
  const { keys, binding } = made;
  return {
    secretKey: keys.secretKey,
    kind: binding.kind,
    value: binding.kind === 'generate' ? wish.text : null,
    originalSize: wish.characters,
    isTruncated: binding.isTruncated,
    isTtlAdjusted: wish.isTtlAdjusted,
    isReplay: false,
    metadata: {
      key: keys.metadataKey,
      shortkey: made.metadataShortkey,
      secretShortkey: made.shortkey,
      state: 'new',
      secretKey: keys.secretKey,
      ttlSeconds: wish.ttlSeconds,
      createdAt: binding.createdAt.getTime(),
      updatedAt: binding.createdAt.getTime(),
      expiresAt: binding.expiresAt.getTime(),
      receivedAt: null,
      burnedAt: null,
      expiredAt: null,
      hasPassphrase: binding.hasPassphrase,
      isTruncated: binding.isTruncated,
      recipients: null,
      shareDomain: null,
      isOwner: false,
      isLocked: false,
      deliveryConfirmed: null,
    },
  };
}

export function answerBytes(answer: Concealed): Buffer {
  return Buffer.from(JSON.stringify(answer), 'utf8');
}

export function answerFrom(bytes: Buffer): Concealed {
  return { ...(JSON.parse(bytes.toString('utf8')) as Concealed), isReplay: true };
}
