import { createSubjectCipher } from './adapters/crypto/subject-cipher.ts';
import type { Foundation } from './foundation.ts';
import { createUsageBook } from './projections/usage/usage.queries.ts';
import type { UsagePorts } from './use-cases/account/account-statistics.ts';

/** What is counted about accounts. */
export function usagePortsOf({ pool, keys, clock }: Foundation): UsagePorts {
  return { clock, usage: createUsageBook(pool, createSubjectCipher(keys).openEmail) };
}
