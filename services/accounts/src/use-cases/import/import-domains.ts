import type { Finding, OnetimeDomain } from '@onceover/moving-in';
import { newId } from '@onceover/service-kit/ids';
import type { CustomDomain, DomainName, DomainPorts, NewDomain } from '../domain/domain-ports.ts';
import { checkNow } from '../domain/verify-domain.ts';

const left = (name: string, reason: string): Finding => ({ kind: 'domain', name, outcome: 'left', reason });

/** A domain that is taken, or why it is not. */
export type DomainToImport = { readonly domain: NewDomain } | { readonly finding: Finding };

/**
 * What becomes of the domains of an account that is imported. None is verified before we have looked ourselves.
 *
 * Shape    the record that proved a domain there proves it here, so that its owner need not touch the DNS; where that is no
 *          record of the usual form, it gets a new one as any domain does
 */
export async function domainsToImport(
  ports: DomainPorts,
  accountRef: string,
  domains: readonly OnetimeDomain[],
): Promise<readonly DomainToImport[]> {
  const taken = new Set<string>();
  const found: DomainToImport[] = [];
  for (const each of domains) {
    const name = ports.isEnabled ? ports.names.parse(each.host) : null;
    const reason = await whyNot(ports, name, taken);
    if (name === null || reason !== null) found.push({ finding: left(each.host, reason ?? '') });
    else found.push({ domain: newDomain(ports, accountRef, name, each) });
    if (name !== null) taken.add(name.host);
  }
  return found;
}

async function whyNot(ports: DomainPorts, name: DomainName | null, taken: Set<string>): Promise<string | null> {
  if (!ports.isEnabled) return 'custom domains are switched off here';
  if (name === null) return 'it is no public host, or one of this site';
  if (taken.has(name.host)) return 'the account has it twice';
  return (await ports.book.findServed(name.host)) === null ? null : 'it belongs to another account here';
}

/** `_onetime-challenge-` and the beginning of the domain's id there, before the labels below what is registered. */
const keptShape = /^_onetime-challenge-[0-9A-Za-z]{1,40}$/;
const valueShape = /^[0-9a-f]{32}$/;

function newDomain(
  ports: Pick<DomainPorts, 'randomBytes' | 'clock'>,
  accountRef: string,
  name: DomainName,
  { host, txtHost, txtValue }: OnetimeDomain,
): NewDomain {
  const hex = ports.randomBytes(30).toString('hex');
  const below = name.trd === null ? '' : `.${name.trd}`;
  const isKept =
    txtHost !== null &&
    txtValue !== null &&
    valueShape.test(txtValue) &&
    txtHost.endsWith(below) &&
    keptShape.test(txtHost.slice(0, txtHost.length - below.length));
  return {
    ...name,
    domainRef: newId(),
    domainId: hex.slice(0, 20),
    challenge: hex.slice(20, 27),
    txtValue: isKept ? txtValue : hex.slice(28),
    keptTxtHost: isKept ? txtHost : null,
    accountRef,
    original: host,
    createdAt: ports.clock.now(),
  };
}

/**
 * Looks at the DNS for the domains of an imported account that are not verified; says of each what it is now.
 *
 * @NOTE An import that was killed before may have left some that nobody has looked at, and the DNS may have been down.
 */
export async function checkImportedDomains(ports: DomainPorts, accountRef: string): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const domain of await ports.book.listOf(accountRef)) {
    const outcome = domain.lastCheck === null ? 'taken' : 'already there';
    const checked = domain.status === 'active' ? domain : ((await checkNow(ports, domain)) ?? domain);
    const isVerified = checked.status === 'active';
    const reason = isVerified ? {} : { reason: `it is not verified: ${whyNotVerified(checked)}` };
    findings.push({ kind: 'domain', name: domain.host, outcome, ...reason });
  }
  return findings;
}

const whyByFinding = {
  // Until the other account's own proof has failed for the grace period.
  matched: 'the host is served for another account here',
  'no-record': 'the TXT record was not found',
  'other-value': 'the TXT record has another value',
  'dns-unavailable': 'the DNS did not answer',
} as const;

function whyNotVerified({ keptTxtHost, lastCheck }: CustomDomain): string {
  const finding = lastCheck?.finding ?? 'no-record';
  const isMissing = finding === 'no-record' || finding === 'other-value';
  if (isMissing && keptTxtHost === null) return 'its owner finds a new TXT record at /account/domains';
  return whyByFinding[finding];
}
