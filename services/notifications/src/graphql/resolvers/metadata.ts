import type { MetadataResolvers } from '../types.generated.ts';

/** What this service knows of a secret whose metadata the secrets service has shown to somebody. */
export const Metadata: MetadataResolvers = {
  /** In a reference an instant is as clients get it: in whole seconds. */
  __resolveReference: ({ id, emailCount, created }) => ({
    secretId: id,
    emailCount,
    createdAt: new Date(Number(created) * 1000),
  }),
  id: ({ secretId }) => secretId,
  created: ({ createdAt }) => createdAt,
  deliveries: async (secret, _args, { useCases }) => await useCases.listDeliveries(secret),
};
