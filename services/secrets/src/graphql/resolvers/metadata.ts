import { OutageError, OutcomeUnknownError } from '@onceover/service-kit/errors';
import { metadataTtlSeconds } from '../../domain/secret/secret-limits.ts';
import type { MetadataView } from '../../use-cases/metadata/metadata-view.ts';
import type { MetadataResolvers, QueryResolvers } from '../types.generated.ts';

export const metadataQueries = {
  metadata: async (_parent, { key }, { useCases, caller }) => await useCases.showMetadata(key, caller),
} satisfies QueryResolvers;

/** The graph's names for the domain's. */
export const Metadata: MetadataResolvers = {
  /** Lists bring it; elsewhere it is read where somebody asks for it, so that nobody else pays for labels. */
  label: (view, _args, { useCases, caller }) => labelOf(view, () => useCases.showLabel(view.secretId, caller)),
  id: ({ secretId }) => secretId,
  secretTtl: ({ ttlSeconds }) => ttlSeconds,
  metadataTtl: ({ ttlSeconds }) => metadataTtlSeconds(ttlSeconds),
  created: ({ createdAt }) => createdAt,
  updated: ({ updatedAt }) => updatedAt,
  expiration: ({ expiresAt }) => expiresAt,
  received: ({ receivedAt }) => receivedAt,
  burned: ({ burnedAt }) => burnedAt,
  expired: ({ expiredAt }) => expiredAt,
  confirmed: ({ confirmedAt }) => confirmedAt,
  // An answer that an earlier version kept for a replay has none of these.
  kind: ({ kind }) => kind ?? 'share',
  peopleOnly: ({ isPeopleOnly }) => isPeopleOnly ?? false,
  generatedValueShown: ({ valueShownAt }) => valueShownAt ?? null,
  programs: ({ programs }) => programs ?? [],
  programCount: ({ programs = [] }) => programs.reduce((sum, { count }) => sum + count, 0),
};

/** The label of a view; `read` is asked where the view came without. Throws `OutcomeUnknownError` where the view is of what was just changed. */
export async function labelOf(
  { label, isOwner, isAfterCommit }: Pick<MetadataView, 'label' | 'isOwner' | 'isAfterCommit'>,
  read: () => Promise<string | null>,
): Promise<string | null> {
  if (label !== undefined || !isOwner) return label ?? null;
  try {
    return await read();
  } catch (error) {
    // "Unavailable" would say that nothing happened.
    if (isAfterCommit !== true || !(error instanceof OutageError)) throw error;
    throw new OutcomeUnknownError(error.dependency, { cause: error });
  }
}
