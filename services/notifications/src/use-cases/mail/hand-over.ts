import { MAX_ATTEMPTS } from '../../domain/mail/backoff.ts';
import type { RenderedMail } from '../../mail/rendered-mail.ts';
import type { OpenedMail } from './open-mail.ts';
import type { Ending, Failpoint, Post, SuppressionList, TakenMail } from './ports.ts';
import { withPatience } from './with-patience.ts';

/** How one try went. `away` is the fault of something we need, and does not count. */
export type Outcome =
  | ({ readonly kind: 'ended' } & Ending)
  | { readonly kind: 'later'; readonly reasonCode: string }
  | { readonly kind: 'away'; readonly dependency: string };

export interface HandOverPorts {
  readonly suppressed: SuppressionList;
  readonly post: Post;
  readonly failpoint: Failpoint;
}

/** Tries that were cut short count, too: an email that crashes the process must not do so for ever. */
export function isInterrupted({ attempt }: TakenMail): boolean {
  return attempt > MAX_ATTEMPTS;
}

export const interrupted: Outcome = { kind: 'ended', end: 'failed', reasonCode: 'interrupted' };

export function notSent(opened: Exclude<OpenedMail, { kind: 'mail' }>): Outcome {
  return { kind: 'ended', end: opened.kind === 'gone' ? 'suppressed' : 'failed', reasonCode: opened.reasonCode };
}

/** Gives an email to the mail server, unless its address is known not to exist. */
export async function handOver(ports: HandOverPorts, mail: RenderedMail): Promise<Outcome> {
  if (await ports.suppressed.has(mail.to)) return { kind: 'ended', end: 'failed', reasonCode: 'unknown-address' };
  const posted = await ports.post.send(mail);
  if (posted.kind === 'accepted') {
    await ports.failpoint('accepted');
    const departure = { messageId: mail.deliveryId, address: mail.to };
    return { kind: 'ended', end: 'sent', reasonCode: null, departure };
  }
  const { isPermanent, isHardBounce, reasonCode } = posted;
  if (isHardBounce) await withPatience(() => ports.suppressed.add(mail.to, reasonCode));
  return isPermanent ? { kind: 'ended', end: 'failed', reasonCode } : { kind: 'later', reasonCode };
}
