import { toDomain } from '../../domain-mappers.ts';
import type { QueryResolvers } from '../../types.generated.ts';

export const domain: NonNullable<QueryResolvers['domain']> = async (_parent, args, { useCases, caller }) => {
  const found = await useCases.showDomain(args.domain, caller);
  return found === null ? null : toDomain(found, useCases.domainTarget);
};
