import { toDomain } from '../../domain-mappers.ts';
import { refusable } from '../../refusable.ts';
import type { MutationResolvers } from '../../types.generated.ts';

export const verifyDomain: NonNullable<MutationResolvers['verifyDomain']> = refusable(
  async (_parent, { input }, { useCases, caller }) => ({
    __typename: 'DomainChecked',
    domain: toDomain(await useCases.verifyDomain(input.domain, caller), useCases.domainTarget),
  }),
);
