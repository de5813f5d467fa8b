import type { Finding } from '../../domain/domain/check-domain.ts';
import {
  type HostAnswer,
  judgeRouting,
  type OurPlace,
  type RoutingFinding,
} from '../../domain/domain/judge-routing.ts';
import type { CertificateFinding, CustomDomain, DnsAnswer, DomainPorts } from './domain-ports.ts';

/** Name of the TXT record, relative to the registered domain. */
export function txtHostOf({
  challenge,
  trd,
  keptTxtHost,
}: Pick<CustomDomain, 'challenge' | 'trd' | 'keptTxtHost'>): string {
  return keptTxtHost ?? `_onceover-challenge-${challenge}${trd === null ? '' : `.${trd}`}`;
}

/**
 * Checks the DNS for a domain's proof. All resolvers that are asked must agree: fooling one of them is not enough, and one
 * that fails leaves the question open.
 *
 * Shape    `found` is for people: five values, 100 characters each, nothing unprintable
 * Source   security 6.7, T20: TXT only, never a request to a host that is not proven
 */
export async function checkProof(
  { txt }: Pick<DomainPorts, 'txt'>,
  domain: Pick<CustomDomain, 'challenge' | 'trd' | 'keptTxtHost' | 'baseDomain' | 'txtValue'>,
): Promise<{ finding: Finding; found: readonly string[] }> {
  const answers = await txt.resolve(`${txtHostOf(domain)}.${domain.baseDomain}`);
  return { finding: proofIn(answers, domain.txtValue), found: printableValues(recordsIn(answers)) };
}

function proofIn(answers: readonly DnsAnswer[], expected: string): Finding {
  if (answers.length === 0 || answers.some(({ kind }) => kind === 'unavailable')) return 'dns-unavailable';
  if (answers.every((answer) => answer.kind === 'values' && answer.values.some((value) => value.trim() === expected))) {
    return 'matched';
  }
  return answers.every(({ kind }) => kind === 'none') ? 'no-record' : 'other-value';
}

function recordsIn(answers: readonly DnsAnswer[]): readonly string[] {
  return answers.flatMap((answer) => (answer.kind === 'values' ? answer.values : []));
}

/** Where a host leads, what the DNS says instead, and which addresses would be right. */
export interface HostFindings {
  readonly routing: RoutingFinding;
  readonly pointsTo: readonly string[];
  readonly ourAddresses: readonly string[];
  /** What the host's name resolved to, for the certificate. */
  readonly addresses: readonly string[];
}

export async function checkHost(
  { hosts, place }: Pick<DomainPorts, 'hosts' | 'place'>,
  { host }: Pick<CustomDomain, 'host'>,
): Promise<HostFindings> {
  const [answers, ourAddresses] = await Promise.all([hosts.resolve(host), addressesOfPlace(hosts, place)]);
  const ours = { name: place.name, addresses: ourAddresses ?? [] };
  const judged = judgeRouting(answers, ours);
  return {
    // Without our own addresses nothing but an alias can be judged.
    routing: ourAddresses === null && judged === 'elsewhere' ? 'dns-unavailable' : judged,
    pointsTo: printableValues(answers.flatMap(namesOf)),
    ourAddresses: printableValues(ours.addresses),
    addresses: addressesOf(answers),
  };
}

/** Null: the DNS did not say. */
async function addressesOfPlace(hosts: DomainPorts['hosts'], { name, addresses }: OurPlace) {
  if (name === null) return addresses;
  const answers = await hosts.resolve(name);
  return answers.some(({ kind }) => kind === 'unavailable') ? null : addressesOf(answers);
}

function addressesOf(answers: readonly HostAnswer[]): readonly string[] {
  return [...new Set(answers.flatMap((answer) => (answer.kind === 'found' ? answer.addresses : [])))];
}

function namesOf(answer: HostAnswer): readonly string[] {
  if (answer.kind !== 'found') return [];
  return answer.cname === null ? answer.addresses : [answer.cname, ...answer.addresses];
}

/**
 * Checks the certificate of a host that is proven and leads here; null for any other. So the server connects to no host
 * just because somebody named it.
 *
 * Source  security 6.7, T20
 */
export async function checkCertificate(
  { certificates }: Pick<DomainPorts, 'certificates'>,
  { host }: Pick<CustomDomain, 'host'>,
  { proof, host: found }: { readonly proof: Finding; readonly host: HostFindings },
): Promise<CertificateFinding | null> {
  if (proof !== 'matched' || found.routing !== 'pointed') return null;
  return certificates === null ? 'not-needed' : await certificates.check(host, found.addresses);
}

const maxShown = 5;
const maxShownCharacters = 100;

/** Values out of somebody's DNS for people to read: five, 100 characters each, nothing unprintable. */
function printableValues(values: readonly string[]): readonly string[] {
  return [...new Set(values.map(printable))].slice(0, maxShown);
}

/** The owner of a zone chooses these bytes, and they are shown on a screen. */
function printable(value: string): string {
  return [...value.slice(0, maxShownCharacters)].map((each) => (/\p{C}/u.test(each) ? '\uFFFD' : each)).join('');
}
