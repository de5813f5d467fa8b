import { randomBytes } from '@onceover/service-kit/crypto';
import { createTxtRecords } from './adapters/dns/txt-records.ts';
import { createDomainNames } from './adapters/domain-names/domain-names.ts';
import { planOfAccount } from './adapters/postgres/account-book.ts';
import { createPostgresDomainBook, domainRows } from './adapters/postgres/domain-book.ts';
import type { Foundation } from './foundation.ts';
import type { DomainPorts } from './use-cases/domain/domain-ports.ts';
import { createServedHosts } from './use-cases/domain/served-hosts.ts';

/** What the verbs of custom domains work with. */
export function domainPortsOf({ config, pool, events, clock, vault }: Foundation): DomainPorts {
  const book = createPostgresDomainBook(pool);
  return {
    isEnabled: config.hasDomains,
    target: config.domainTarget ?? null,
    events,
    book,
    rows: domainRows,
    names: createDomainNames(config.siteHost),
    txt: createTxtRecords({ servers: config.dnsServers }),
    sealForAccount: (accountRef, text) => vault.sealForAccount(accountRef, text),
    planOf: planOfAccount(pool),
    served: createServedHosts(book, clock),
    clock,
    randomBytes,
  };
}
