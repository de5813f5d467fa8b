import { getServers, Resolver } from 'node:dns/promises';
import { codeOf } from '@onceover/service-kit/errors';
import type { HostAnswer } from '../../domain/domain/judge-routing.ts';
import type { DnsAnswer, HostRecords, TxtRecords } from '../../use-cases/domain/domain-ports.ts';

interface ResolverOptions {
  /** `host:port` of resolvers, each of which is asked; empty: the system's, any one of which may answer. */
  readonly servers: readonly string[];
  /** For one resolver, retries included. */
  readonly timeoutMs?: number;
}

/** More resolvers make a check slower, not safer. */
const maxServers = 3;
const tries = 2;
/** The name has no such record: that is an answer. Any other failure is not. */
const nothingThere = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * TXT records through real resolvers.
 *
 * Source   security 6.7, T20
 */
export function createTxtRecords(options: ResolverOptions): TxtRecords {
  return {
    resolve: (name) =>
      Promise.all(
        resolverGroups(options).map((group) =>
          askResolver(group, options, async (resolver) => {
            const records = await resolver.resolveTxt(name);
            return records.map((chunks) => chunks.join(''));
          }),
        ),
      ),
    async isAnswering() {
      const answers = resolverGroups(options).map((group) =>
        askResolver(group, options, (resolver) => resolver.resolveNs('.')),
      );
      return (await Promise.all(answers)).every(({ kind }) => kind !== 'unavailable');
    },
  };
}

/** Aliases and addresses of hosts through real resolvers. Source: security 6.7, T20 */
export function createHostRecords(options: ResolverOptions): HostRecords {
  return { resolve: (name) => Promise.all(resolverGroups(options).map((group) => resolveOne(name, group, options))) };
}

/** An unanswered question about one kind of record leaves all of it open: the missing one may lead elsewhere. */
async function resolveOne(name: string, group: readonly string[], options: ResolverOptions): Promise<HostAnswer> {
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

function valuesOf(answer: DnsAnswer): readonly string[] {
  return answer.kind === 'values' ? answer.values : [];
}

/** The resolvers to ask, each with those that stand in for it. */
function resolverGroups({ servers }: ResolverOptions): readonly (readonly string[])[] {
  return servers.length === 0 ? [getServers()] : servers.slice(0, maxServers).map((server) => [server]);
}

/**
 * Asks one resolver; a new one for every question, so that no answer is cached for the next.
 *
 * Units  one that has not answered in time (default 4 s) is unavailable
 */
async function askResolver(
  servers: readonly string[],
  { timeoutMs = 4_000 }: ResolverOptions,
  question: (resolver: Resolver) => Promise<readonly string[]>,
): Promise<DnsAnswer> {
  const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / (tries + 1)), tries });
  const late = setTimeout(() => resolver.cancel(), timeoutMs);
  try {
    resolver.setServers([...servers]);
    return { kind: 'values', values: await question(resolver) };
  } catch (error) {
    return { kind: nothingThere.has(codeOf(error) ?? '') ? 'none' : 'unavailable' };
  } finally {
    clearTimeout(late);
  }
}
