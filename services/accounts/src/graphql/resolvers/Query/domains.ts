import { toDomain } from '../../domain-mappers.ts';
import type { QueryResolvers } from '../../types.generated.ts';

export const domains: NonNullable<QueryResolvers['domains']> = async (_parent, _args, { useCases, caller }) => {
  const own = await useCases.listDomains(caller);
  const { domainTarget: cnameTarget } = useCases;
  return { nodes: own.map((each) => toDomain(each, cnameTarget)), totalCount: own.length, cnameTarget };
};
