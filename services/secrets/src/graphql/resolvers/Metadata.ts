import type { MetadataResolvers } from '../types.generated.ts';

/** The graph's names for the domain's. */
export const Metadata: MetadataResolvers = {
  id: ({ secretId }) => secretId,
  secretTtl: ({ ttlSeconds }) => ttlSeconds,
  created: ({ createdAt }) => createdAt,
  updated: ({ updatedAt }) => updatedAt,
  expiration: ({ expiresAt }) => expiresAt,
  received: ({ receivedAt }) => receivedAt,
  burned: ({ burnedAt }) => burnedAt,
  expired: ({ expiredAt }) => expiredAt,
};
