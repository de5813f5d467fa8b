import { OutageError } from '@onceover/service-kit/errors';
import type { CustomDomain, DomainPorts } from './domain-ports.ts';
import { lookForProof } from './look-for-proof.ts';
import { recordLook } from './record-look.ts';

const hourMs = 3_600_000;
/** How long a look is good for: a day, and less while looks are failing, so that the grace period ends in time. */
const soundHours = 24;
const failingHours = 6;
const batchSize = 50;

/**
 * Looks again for the proof of served domains. One whose proof has been gone for the grace period is served no more.
 *
 * Shape    returns how many were looked at
 * Refuses  OutageError('dns') when our resolvers do not work: that says nothing about anybody's domain
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
    let looked = 0;
    for (;;) {
      const due = await ports.book.listDue(before, batchSize);
      for (const domain of due) await recheck(ports, domain);
      looked += due.length;
      if (due.length < batchSize) return looked;
    }
  };
}

async function recheck(ports: DomainPorts, domain: CustomDomain): Promise<void> {
  const look = await lookForProof(ports, domain);
  if (look.finding === 'dns-unavailable' && !(await ports.txt.isAnswering())) throw new OutageError('dns');
  await recordLook(ports, domain, { ...look, at: ports.clock.now() }, null);
}
