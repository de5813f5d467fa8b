import { getServers, Resolver } from 'node:dns/promises';

export interface ResolverOptions {
  /** `host:port` of resolvers, each of which is asked; empty: the system's, any one of which may answer. */
  readonly servers: readonly string[];
  /** For one resolver, retries included. */
  readonly timeoutMs?: number;
}

/** What one resolver answered; values of the question's kind. */
export type Resolved<T> =
  | { readonly kind: 'values'; readonly values: readonly T[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'unavailable' };

type Question<T> = (resolver: Resolver) => Promise<readonly T[]>;

/** More resolvers make a check slower, not safer. */
const maxServers = 3;
const tries = 2;
/** The name has no such record: that is an answer. Any other failure is not. */
const nothingThere = new Set(['ENOTFOUND', 'ENODATA']);

/** The resolvers to ask, each with those that stand in for it. */
export function resolverGroups({ servers }: ResolverOptions): readonly (readonly string[])[] {
  return servers.length === 0 ? [getServers()] : servers.slice(0, maxServers).map((server) => [server]);
}

/**
 * Asks one resolver; a new one for every question, so that no answer is cached for the next.
 *
 * Units  one that has not answered in time (default 4 s) is unavailable
 */
export async function askResolver<T>(
  servers: readonly string[],
  { timeoutMs = 4_000 }: ResolverOptions,
  question: Question<T>,
): Promise<Resolved<T>> {
  const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / (tries + 1)), tries });
  const late = setTimeout(() => resolver.cancel(), timeoutMs);
  try {
    resolver.setServers([...servers]);
    return { kind: 'values', values: await question(resolver) };
  } catch (error) {
    return { kind: nothingThere.has(codeOf(error)) ? 'none' : 'unavailable' };
  } finally {
    clearTimeout(late);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
