import { renderDigest } from '../../mail/render-mail.ts';
import { type HandOverPorts, handOver } from './hand-over.ts';
import { type OpenedMail, type OpenPorts, openMail } from './open-mail.ts';
import type { TakenMail } from './ports.ts';
import { away, failed, type Outcome, type SettlePorts, settle } from './settle-mail.ts';

type DigestPorts = OpenPorts & HandOverPorts & SettlePorts;
type Entry = OpenedMail & { readonly taken: TakenMail };

/**
 * Sends everything that waits for a digest as one email per recipient, and records for each entry how it went. An entry
 * that has ended or cannot be read stays out and holds nobody up.
 *
 * The email carries the id of its oldest entry: whoever sends it again after a crash sends it with the same `Message-ID`.
 */
export async function deliverDigest(ports: DigestPorts, first: TakenMail): Promise<void> {
  const entries: Entry[] = [];
  for (const taken of [first, ...(await ports.mails.takeForDigest())]) {
    const opened = await openMail(ports, taken).catch(away);
    if (opened.kind === 'opened') entries.push({ ...opened, taken });
    else await settle(ports, taken, opened);
  }
  await ports.failpoint('claimed');
  for (const group of Map.groupBy(entries, ({ envelope }) => envelope.address).values()) {
    const outcome = await sendTogether(ports, group).catch(away);
    for (const { taken } of group) await settle(ports, taken, outcome);
  }
}

async function sendTogether(ports: DigestPorts, group: readonly Entry[]): Promise<Outcome> {
  const [oldest, ...more] = group.toSorted((one, other) => (one.mail.deliveryId < other.mail.deliveryId ? -1 : 1));
  if (oldest === undefined) throw new TypeError('a digest has no entry');
  if (more.length === 0) return await handOver(ports, oldest.mail);
  const { deliveryId } = oldest.mail;
  const incoming = [oldest, ...more].map(({ envelope }) => envelope).filter((each) => each.template === 'incoming');
  const mail = renderDigest(incoming, { deliveryId, siteOrigin: ports.siteOrigin() });
  return mail === null ? failed('bad-envelope') : await handOver(ports, mail);
}
