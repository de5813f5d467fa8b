import { toDomain } from '../../domain-mappers.ts';
import { refusable } from '../../refusable.ts';
import type { MutationResolvers } from '../../types.generated.ts';

export const addDomain: NonNullable<MutationResolvers['addDomain']> = refusable(
  async (_parent, { input }, { useCases, caller }) => ({
    __typename: 'DomainAdded',
    domain: toDomain(await useCases.addDomain(input.domain, caller), useCases.domainTarget),
  }),
);
