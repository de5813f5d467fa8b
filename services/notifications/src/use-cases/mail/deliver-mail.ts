import { deliverDigest } from './deliver-digest.ts';
import { type HandOverPorts, handOver } from './hand-over.ts';
import { type OpenPorts, openMail } from './open-mail.ts';
import type { TakenMail } from './ports.ts';
import { away, type Outcome, type SettlePorts, settle } from './settle-mail.ts';

export type DeliverPorts = OpenPorts & HandOverPorts & SettlePorts;

/**
 * Sends one email: takes it, fetches and opens its envelope, hands it over, records how it went.
 *
 * Whoever dies after the server took the email and before the record sends it again: a second identical email is harmless,
 * a missing one is not. Nothing of the envelope is kept, and no database connection is held while the server answers.
 *
 * Source  events 8.2
 */
export function deliverMailUseCase(ports: DeliverPorts) {
  return async (deliveryId: string): Promise<void> => {
    await ports.failpoint('before-taking');
    const mail = await ports.mails.take(deliveryId);
    if (mail === null) return;
    await ports.failpoint('taken');
    if (mail.inDigest) await deliverDigest(ports, mail);
    else await settle(ports, mail, await attempt(ports, mail).catch(away));
    await ports.failpoint('recorded');
  };
}

async function attempt(ports: DeliverPorts, mail: TakenMail): Promise<Outcome> {
  const opened = await openMail(ports, mail);
  await ports.failpoint('claimed');
  return opened.kind === 'opened' ? await handOver(ports, opened.mail) : opened;
}
