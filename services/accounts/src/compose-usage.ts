import { createSubjectCipher } from './adapters/crypto/subject-cipher.ts';
import type { Foundation } from './foundation.ts';
import { countAccounts, newestCustomers } from './projections/usage/statistics.queries.ts';
import { usageOf } from './projections/usage/usage.queries.ts';
import type { UsagePorts } from './use-cases/account/account-statistics.ts';

/** What is counted about accounts. */
export function usagePortsOf({ pool, keys, clock }: Foundation): UsagePorts {
  const cipher = createSubjectCipher(keys);
  return {
    clock,
    usage: {
      usageOf: (accountRef) => usageOf(pool, accountRef),
      counts: (at) => countAccounts(pool, at),
      async newest(limit) {
        const customers = await newestCustomers(pool, limit);
        return customers.map(({ accountRef, sealed, role, ...customer }) => ({
          ...customer,
          custid: cipher.openEmail(accountRef, sealed),
          isColonel: role === 'colonel',
        }));
      },
    },
  };
}
