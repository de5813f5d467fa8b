import { refusable } from '../../refusable.ts';
import type { MutationResolvers } from '../../types.generated.ts';

export const removeDomain: NonNullable<MutationResolvers['removeDomain']> = refusable(
  async (_parent, { input }, { useCases, caller }) => {
    const { displayDomain } = await useCases.removeDomain(input.domain, caller);
    return { __typename: 'DomainRemoved', displayDomain };
  },
);
