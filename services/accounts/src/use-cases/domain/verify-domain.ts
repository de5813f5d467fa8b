import { VersionConflict } from '@onceover/event-store';
import type { Caller, CustomerCaller } from '@onceover/schema/caller';
import { OutageError } from '@onceover/service-kit/errors';
import { TooManyTries } from '../../domain/account/account-errors.ts';
import { checkDomain } from '../../domain/domain/check-domain.ts';
import { UnknownDomain } from '../../domain/domain/domain-errors.ts';
import { checkCertificate, checkHost, checkProof } from './check-host.ts';
import { domainContext, domainFacts, domainStream } from './domain-context.ts';
import { domainOwner, ownDomain } from './domain-owner.ts';
import type { CustomDomain, DomainCheck, DomainPorts, NotedCheck } from './domain-ports.ts';

const hourMs = 3_600_000;
/** How long a check is good for: a day, and less while checks are failing, so that the grace period ends in time. */
const soundHours = 24;
const failingHours = 6;
const batchSize = 50;
/** A check is written on the version it read; another one may have been quicker. */
const tries = 3;

/**
 * Checks a domain's proof, where its host leads and its certificate now. One failing check does not stop a verified host
 * from being served: see `checkDomain`.
 *
 * Shape    the domain as it is afterwards
 * Refuses  domain.unknown, domain.plan-required, domain.disabled, account.too-many-tries (10 checks an hour and domain)
 */
export function verifyDomainUseCase(ports: DomainPorts) {
  return async (text: string, caller: Caller): Promise<CustomDomain> => {
    const owner = domainOwner(ports, caller);
    const domain = await ownDomain(ports, owner, text);
    const at = ports.clock.now();
    const wait = await ports.book.reserveCheck(domain.domainRef, at);
    if (wait > 0) throw new TooManyTries(wait);
    const recorded = await recordCheck(ports, domain, await checkEverything(ports, domain, at), owner);
    if (recorded === null) throw new UnknownDomain();
    return recorded;
  };
}

/**
 * Checks served domains again. One whose proof has been gone for the grace period is no longer served.
 *
 * Shape    returns how many were checked
 * Refuses  OutageError('dns') when the resolvers do not work: that says nothing about any domain
 * Source   security T21
 */
export function recheckDomainsUseCase(ports: DomainPorts) {
  return async (): Promise<number> => {
    if (!ports.isEnabled) return 0;
    const startedAt = ports.clock.now().getTime();
    const before = {
      sound: new Date(startedAt - soundHours * hourMs),
      failing: new Date(startedAt - failingHours * hourMs),
    };
    let checked = 0;
    for (;;) {
      const due = await ports.book.listDue(before, batchSize);
      for (const domain of due) await recheck(ports, domain);
      checked += due.length;
      if (due.length < batchSize) return checked;
    }
  };
}

/**
 * Checks a domain that nobody has asked to be checked; null: it has been removed meanwhile.
 *
 * Shape    no event when a pending host is found as it was before
 */
export async function checkNow(ports: DomainPorts, domain: CustomDomain): Promise<CustomDomain | null> {
  const check = await checkEverything(ports, domain, ports.clock.now());
  const { domainRef, version, status, lastCheck, failingSince, accountRef, host } = domain;
  if (status !== 'pending' || lastCheck?.finding !== check.finding) return recordCheck(ports, domain, check, null);
  await ports.book.note({ ...check, domainRef, status, version, failingSince }, version);
  return ports.book.find(accountRef, host);
}

async function recheck(ports: DomainPorts, domain: CustomDomain): Promise<void> {
  const check = await checkEverything(ports, domain, ports.clock.now());
  if (check.finding === 'dns-unavailable' && !(await ports.txt.isAnswering())) throw new OutageError('dns');
  await recordCheck(ports, domain, check, null);
}

/** Checks the proof, and notes on the way where the host leads and what its certificate is worth. */
async function checkEverything(ports: DomainPorts, domain: CustomDomain, at: Date): Promise<DomainCheck> {
  const [proof, host] = await Promise.all([checkProof(ports, domain), checkHost(ports, domain)]);
  const certificate = await checkCertificate(ports, domain, { proof: proof.finding, host });
  const { routing, pointsTo, ourAddresses } = host;
  await ports.book.noteHost(domain.domainRef, { routing, pointsTo, ourAddresses, certificate, at });
  return { ...proof, at };
}

/**
 * Records what a check found: its event and the row in one commit. Null when the domain has been removed meanwhile.
 *
 * Shape    a proof found while the host is served for another account changes only the note: the other one keeps it
 *          until its own proof has failed for the grace period
 */
async function recordCheck(
  ports: DomainPorts,
  domain: CustomDomain,
  check: DomainCheck,
  owner: CustomerCaller | null,
): Promise<CustomDomain | null> {
  let current: CustomDomain | null = domain;
  for (let attempt = 0; attempt < tries && current !== null; attempt += 1) {
    try {
      await writeCheck(ports, current, check, owner);
      break;
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
    }
    current = await ports.book.find(domain.accountRef, domain.host);
  }
  return ports.book.find(domain.accountRef, domain.host);
}

async function writeCheck(
  ports: DomainPorts,
  domain: CustomDomain,
  check: DomainCheck,
  owner: CustomerCaller | null,
): Promise<void> {
  const failingSince = check.finding === 'matched' ? null : (domain.failingSince ?? check.at);
  const { domainRef, version, status } = domain;
  const facts = await domainFacts(ports, domain);
  const events = checkDomain({ ...facts, ...check, failingSince }, domain);
  const last = events.at(-1);
  const isServed = last === undefined ? status === 'active' : last.type === 'domain.verified' || last.data.isServed;
  const noted: NotedCheck = {
    ...check,
    domainRef,
    failingSince,
    status: isServed ? 'active' : 'pending',
    version: version + events.length,
  };
  if (events.length === 0) return ports.book.note(noted, version);
  try {
    await ports.events.execute({
      context: domainContext(domain.accountRef, owner),
      appends: [{ stream: domainStream(domainRef), expected: version, events }],
      inline: [ports.rows.checked(noted, version)],
    });
  } catch (error) {
    if (!ports.rows.isTaken(error)) throw error;
    await ports.book.note({ ...noted, status: 'pending', version }, version);
  } finally {
    ports.served.forget();
  }
}
