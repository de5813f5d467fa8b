import type { Caller } from '@onceover/schema/caller';
import type { RevealedSecret } from '../../use-cases/reveal/reveal-secret.ts';
import { isOwnedBy } from '../../use-cases/secret/ownership.ts';
import { claimTokenFrom } from '../claim-token.ts';
import type { ConcealedSecretResolvers, MutationResolvers, QueryResolvers } from '../types.generated.ts';

export const secretQueries = {
  secret: async (_parent, { key }, { useCases, caller }) => {
    const gate = await useCases.lookAtSecret(key, caller);
    if (gate === null) return null;
    const { isVerification, ownerRef, createdAt: created, expiresAt: expiration, ...shown } = gate;
    return { ...shown, created, expiration, verification: isVerification, isOwner: isOwnedBy(caller, ownerRef) };
  },
  secretStatistics: async (_parent, _args, { useCases, caller }) => {
    const counts = await useCases.countSecrets(caller);
    return {
      metadataCount: counts.metadata,
      secretCount: counts.secrets,
      secretsCreated: counts.created,
      secretsShared: counts.shared,
      emailsSent: counts.emails,
    };
  },
} satisfies QueryResolvers;

export const secretMutations = {
  concealSecret: async (_parent, { input }, { useCases, caller }) => {
    const wish = {
      kind: input.kind ?? 'share',
      secret: input.secret ?? '',
      isWhole: input.refuseLong ?? false,
      passphrase: input.passphrase ?? '',
      ttl: input.ttl ?? null,
      recipients: input.recipients ?? [],
      shareDomain: input.shareDomain ?? '',
      isPeopleOnly: input.peopleOnly ?? null,
      idempotencyKey: claimTokenFrom(input.idempotencyKey),
    };
    return { __typename: 'ConcealedSecret', ...(await useCases.concealSecret(wish, caller)) };
  },
  revealSecret: async (_parent, { input }, { useCases, caller }) => {
    const wish = {
      secretKey: input.key,
      isConfirmed: input.continue,
      passphrase: input.passphrase ?? '',
      claimToken: claimTokenFrom(input.idempotencyKey),
    };
    return toRevealedSecret(await useCases.revealSecret(wish, caller), caller);
  },
  acknowledgeSecret: async (_parent, { input }, { useCases, caller }) => {
    const claimToken = claimTokenFrom(input.idempotencyKey);
    if (claimToken !== null) await useCases.acknowledgeSecret(input.key, claimToken, caller);
    return { acknowledged: true };
  },
  labelSecret: async (_parent, { input }, { useCases, caller }) => {
    return { __typename: 'LabeledSecret', label: await useCases.labelSecret(input, caller) };
  },
  showGeneratedValue: async (_parent, { input }, { useCases, caller }) => {
    return { value: await useCases.showGeneratedValue(input.key, caller) };
  },
  burnSecret: async (_parent, { input }, { useCases, caller }) => {
    const wish = { key: input.key, isConfirmed: input.continue, passphrase: input.passphrase ?? '' };
    return { __typename: 'BurnedSecret', metadata: await useCases.burnSecret(wish, caller) };
  },
} satisfies MutationResolvers;

export const ConcealedSecret: ConcealedSecretResolvers = {
  ttlAdjusted: ({ isTtlAdjusted }) => isTtlAdjusted,
  /** What was made just now has no label yet, so nobody reads one. */
  metadata: ({ metadata, isReplay }) => (isReplay ? metadata : { ...metadata, label: null }),
};

function toRevealedSecret({ secret, value, isReplay }: RevealedSecret, caller: Caller) {
  const { binding } = secret;
  return {
    __typename: 'RevealedSecret',
    shortkey: secret.shortkey,
    value,
    originalSize: secret.originalSize,
    isTruncated: binding.isTruncated,
    hasPassphrase: binding.hasPassphrase,
    verification: binding.isVerification,
    isOwner: isOwnedBy(caller, binding.ownerRef),
    shareDomain: secret.shareDomain,
    created: binding.createdAt,
    expiration: binding.expiresAt,
    isReplay,
  } as const;
}
