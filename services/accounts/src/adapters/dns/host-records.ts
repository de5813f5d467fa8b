import type { HostAnswer } from '../../domain/domain/judge-routing.ts';
import type { HostRecords } from '../../use-cases/domain/domain-ports.ts';
import { askResolver, type Resolved, type ResolverOptions, resolverGroups } from './ask-resolvers.ts';

/** Aliases and addresses of hosts through real resolvers. Source: security 6.7, T20 */
export function createHostRecords(options: ResolverOptions): HostRecords {
  return { look: (name) => Promise.all(resolverGroups(options).map((group) => lookOne(name, group, options))) };
}

/** An unanswered question about one kind of record leaves all of it open: the missing one may lead elsewhere. */
async function lookOne(name: string, group: readonly string[], options: ResolverOptions): Promise<HostAnswer> {
  const [aliases, v4, v6] = await Promise.all([
    askResolver(group, options, (resolver) => resolver.resolveCname(name)),
    askResolver(group, options, (resolver) => resolver.resolve4(name)),
    askResolver(group, options, (resolver) => resolver.resolve6(name)),
  ]);
  if ([aliases, v4, v6].some(({ kind }) => kind === 'unavailable')) return { kind: 'unavailable' };
  const [cname = null] = valuesOf(aliases);
  const addresses = [...valuesOf(v4), ...valuesOf(v6)].toSorted();
  if (cname === null && addresses.length === 0) return { kind: 'none' };
  return { kind: 'found', cname: cname?.toLowerCase().replace(/\.$/, '') ?? null, addresses };
}

function valuesOf(answer: Resolved<string>): readonly string[] {
  return answer.kind === 'values' ? answer.values : [];
}
