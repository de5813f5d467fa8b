import { metadataTtlSeconds } from '../../domain/secret/secret-limits.ts';
import type { MetadataResolvers, QueryResolvers } from '../types.generated.ts';

export const metadataQueries = {
  metadata: async (_parent, { key }, { useCases, caller }) => await useCases.showMetadata(key, caller),
} satisfies QueryResolvers;

/** The graph's names for the domain's. */
export const Metadata: MetadataResolvers = {
  /** Lists bring it; elsewhere it is read where somebody asks for it, so that nobody else pays for labels. */
  label: async ({ label, isOwner, secretId }, _args, { useCases, caller }) =>
    label === undefined && isOwner ? await useCases.showLabel(secretId, caller) : (label ?? null),
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
