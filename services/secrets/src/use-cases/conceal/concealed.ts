import { type MetadataView, metadataViewOf } from '../metadata/metadata-view.ts';
import type { NewSecret } from '../secret/secret-writes.ts';
import type { LimitedWish } from './limited-wish.ts';

/** What conceal answers, once; also what a replay with the same Idempotency-Key gets. */
export interface Concealed {
  readonly secretKey: string;
  readonly metadata: MetadataView;
  readonly kind: 'share' | 'generate';
  /** The generated value. */
  readonly value: string | null;
  /** In characters, before it was truncated. */
  readonly originalSize: number;
  readonly isTruncated: boolean;
  readonly isTtlAdjusted: boolean;
  readonly isReplay: boolean;
}

export function concealedAnswer(wish: LimitedWish, made: NewSecret): Concealed {
  const isGenerated = wish.command.kind === 'generate';
  return {
    secretKey: made.keys.secretKey,
    kind: isGenerated ? 'generate' : 'share',
    value: isGenerated ? wish.text : null,
    originalSize: made.originalSize,
    isTruncated: made.binding.isTruncated,
    isTtlAdjusted: wish.isTtlAdjusted,
    isReplay: false,
    metadata: metadataOfNew(made, wish.addresses.length),
  };
}

/** What its creator would see a moment later; `emails` have been asked for. */
export function metadataOfNew(made: NewSecret, emails: number): MetadataView {
  const { keys, binding, shortkey, shareDomain, isPeopleOnly } = made;
  const { createdAt } = binding;
  const entry = {
    ...made,
    secret: { secretId: keys.secretId, binding, shortkey, shareDomain, isPeopleOnly, state: 'new' },
    updatedAt: createdAt,
    receivedAt: null,
    burnedAt: null,
    expiredAt: null,
    deliveryConfirmed: null,
    openedBy: null,
    burnedByOperator: false,
    confirmedAt: null,
    valueShownAt: null,
    refusedOpenings: [],
    programs: [],
    attempts: 0,
    emailCount: emails,
  } as const;
  const isOwner = binding.ownerRef !== null;
  return metadataViewOf(entry, { key: keys.metadataKey, isOwner, isByOwnerHandle: false, secretKey: keys.secretKey });
}
