import { getServers, Resolver } from 'node:dns/promises';
import type { TxtAnswer, TxtRecords } from '../../use-cases/domain/domain-ports.ts';

export interface TxtRecordsOptions {
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
 * Units    a resolver that has not answered in time (default 4 s) is unavailable
 * Source   security 6.7, T20
 */
export function createTxtRecords({ servers, timeoutMs = 4_000 }: TxtRecordsOptions): TxtRecords {
  const groups = (): readonly (readonly string[])[] =>
    servers.length === 0 ? [getServers()] : servers.slice(0, maxServers).map((server) => [server]);
  return {
    look: (name) =>
      Promise.all(groups().map((group) => ask(group, timeoutMs, (resolver) => resolver.resolveTxt(name)))),
    async isAnswering() {
      const answers = groups().map((group) =>
        ask(group, timeoutMs, async (resolver) => (await resolver.resolveNs('.')).map((name) => [name])),
      );
      return (await Promise.all(answers)).every(({ kind }) => kind !== 'unavailable');
    },
  };
}

/** A new resolver for every question, so that no answer is cached for the next. */
async function ask(
  servers: readonly string[],
  timeoutMs: number,
  question: (resolver: Resolver) => Promise<readonly (readonly string[])[]>,
): Promise<TxtAnswer> {
  const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / (tries + 1)), tries });
  const late = setTimeout(() => resolver.cancel(), timeoutMs);
  try {
    resolver.setServers([...servers]);
    const records = await question(resolver);
    return { kind: 'values', values: records.map((chunks) => chunks.join('')) };
  } catch (error) {
    return { kind: nothingThere.has(codeOf(error)) ? 'none' : 'unavailable' };
  } finally {
    clearTimeout(late);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
