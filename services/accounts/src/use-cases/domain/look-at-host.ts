import type { Finding } from '../../domain/domain/check-domain.ts';
import {
  type HostAnswer,
  judgeRouting,
  type OurPlace,
  type RoutingFinding,
} from '../../domain/domain/judge-routing.ts';
import type { CertificateFinding, CustomDomain, DomainPorts } from './domain-ports.ts';
import { printableValues } from './printable-values.ts';

/** Where a host leads, what the DNS says instead, and which addresses would be right. */
export interface HostLook {
  readonly routing: RoutingFinding;
  readonly pointsTo: readonly string[];
  readonly ourAddresses: readonly string[];
  /** What the host's name resolved to, for the certificate. */
  readonly addresses: readonly string[];
}

/** Asks the DNS where a host leads, and where it should. */
export async function lookAtHost(
  { hosts, place }: Pick<DomainPorts, 'hosts' | 'place'>,
  { host }: Pick<CustomDomain, 'host'>,
): Promise<HostLook> {
  const [answers, ourAddresses] = await Promise.all([hosts.look(host), addressesOfPlace(hosts, place)]);
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
  const answers = await hosts.look(name);
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
  { proof, look }: { readonly proof: Finding; readonly look: HostLook },
): Promise<CertificateFinding | null> {
  if (proof !== 'matched' || look.routing !== 'pointed') return null;
  return certificates === null ? 'not-needed' : await certificates.check(host, look.addresses);
}
