import type { RenderedMail } from '../../mail/rendered-mail.ts';
import type { Failpoint, Post, SuppressionList } from './ports.ts';
import { failed, type Outcome } from './settle-mail.ts';
import { withPatience } from './with-patience.ts';

export interface HandOverPorts {
  readonly suppressed: SuppressionList;
  readonly post: Post;
  readonly failpoint: Failpoint;
}

/** Gives an email to the mail server, unless its address is known not to exist. */
export async function handOver(ports: HandOverPorts, mail: RenderedMail): Promise<Outcome> {
  if (await ports.suppressed.has(mail.to)) return failed('unknown-address');
  const posted = await ports.post.send(mail);
  if (posted.kind === 'accepted') {
    await ports.failpoint('accepted');
    const departure = { messageId: mail.deliveryId, address: mail.to };
    return { kind: 'ended', end: 'sent', reasonCode: null, departure };
  }
  const { isPermanent, isHardBounce, reasonCode } = posted;
  if (isHardBounce) await withPatience(() => ports.suppressed.add(mail.to, reasonCode));
  return isPermanent ? failed(reasonCode) : { kind: 'later', reasonCode };
}
