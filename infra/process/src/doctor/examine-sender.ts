import { Resolver } from 'node:dns/promises';
import { codeOf } from '@onceover/service-kit/errors';

const ANSWER_MS = 2_000;

/** Whether a domain says who may send its emails, and what is to be done with others; undefined where nobody answers. */
export async function senderRecords(domain: string, servers: readonly string[]) {
  const resolver = new Resolver({ timeout: ANSWER_MS, tries: 1 });
  if (servers.length > 0) resolver.setServers(servers);
  const [hasSpf, hasDmarc] = await Promise.all([
    hasRecord(resolver, domain, /^v=spf1\b/i),
    hasAny(domainsAbove(domain).map((each) => hasRecord(resolver, `_dmarc.${each}`, /^v=DMARC1\b/i))),
  ]);
  return { hasSpf, hasDmarc };
}

/** The domain and those it is a part of: the policy of one holds for all below it. */
function domainsAbove(domain: string): readonly string[] {
  const parts = domain.split('.');
  return parts.slice(0, Math.max(parts.length - 1, 1)).map((_, at) => parts.slice(at).join('.'));
}

async function hasAny(all: readonly Promise<boolean | undefined>[]): Promise<boolean | undefined> {
  const found = await Promise.all(all);
  return found.includes(true) ? true : found.includes(undefined) ? undefined : false;
}

const NOTHING_THERE = new Set(['ENOTFOUND', 'ENODATA']);

async function hasRecord(resolver: Resolver, name: string, pattern: RegExp): Promise<boolean | undefined> {
  try {
    return (await resolver.resolveTxt(name)).some((chunks) => pattern.test(chunks.join('')));
  } catch (error) {
    return NOTHING_THERE.has(codeOf(error) ?? '') ? false : undefined;
  }
}
