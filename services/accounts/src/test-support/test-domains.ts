import { type DnsServer, startDnsServer } from '@onceover/testing/dns-server';
import { createHostRecords, createTxtRecords } from '../adapters/dns/dns-records.ts';
import { domainPortsOf } from '../adapters.ts';
import { txtHostOf } from '../use-cases/domain/check-host.ts';
import type { CustomDomain, DomainPorts } from '../use-cases/domain/domain-ports.ts';
import { type DomainUseCases, domainUseCasesOf } from '../use-cases/use-cases.ts';
import { startTestFoundation, type TestFoundation } from './test-foundation.ts';

/** The use cases of custom domains on a database and two resolvers of their own. */
export interface TestDomains extends TestFoundation {
  readonly ports: DomainPorts;
  readonly verbs: DomainUseCases;
  readonly resolvers: readonly [DnsServer, DnsServer];
  /** The use cases with some of their ports replaced. */
  using(ports: Partial<DomainPorts>): DomainUseCases;
  /** Publishes TXT records for a domain's challenge, its proof unless told otherwise. */
  publish(domain: CustomDomain, ...records: readonly (string | readonly string[])[]): void;
  /** Takes all records away. */
  unpublish(): void;
  /** Events of a domain, as the log has them. */
  eventsOf(domain: CustomDomain): Promise<readonly string[]>;
}

export async function startTestDomains(env: Readonly<Record<string, string>> = {}): Promise<TestDomains> {
  await using stack = new AsyncDisposableStack();
  const base = stack.use(await startTestFoundation({ ONCEOVER_SITE_HOST: 'once.onceover.example', ...env }));
  const resolvers = [stack.use(await startDnsServer()), stack.use(await startDnsServer())] as const;
  const servers = resolvers.map(({ address }) => address);
  const options = { servers, timeoutMs: 400 };
  const ports: DomainPorts = {
    ...domainPortsOf(base.foundation),
    txt: createTxtRecords(options),
    hosts: createHostRecords(options),
    // No test leaves this machine.
    certificates: { check: async () => 'unreachable' },
  };
  const disposing = stack.move();
  return {
    ...base,
    ports,
    verbs: domainUseCasesOf(ports),
    resolvers,
    using: (change) => domainUseCasesOf({ ...ports, ...change }),
    publish(domain, ...records) {
      const published = records.length === 0 ? [domain.txtValue] : records;
      for (const each of resolvers) each.setTxt(`${txtHostOf(domain)}.${domain.baseDomain}`, ...published);
    },
    unpublish() {
      for (const each of resolvers) each.reset();
    },
    async eventsOf({ domainRef }) {
      const { events } = await ports.events.load({ id: domainRef, category: 'domain' });
      return events.map(({ type }) => type);
    },
    [Symbol.asyncDispose]: () => disposing.disposeAsync(),
  };
}
