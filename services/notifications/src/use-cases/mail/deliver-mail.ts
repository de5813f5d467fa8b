import { OutageError } from '@onceover/service-kit/errors';
import type { Logger } from '@onceover/service-kit/logging';
import { MAX_ATTEMPTS, restAfter } from '../../domain/mail/backoff.ts';
import { type OpenedMail, type OpenPorts, openMail } from './open-mail.ts';
import type { Endings, Failpoint, MailEnd, Mails, Post, SuppressionList, TakenMail } from './ports.ts';
import { withPatience } from './with-patience.ts';

/** How one try went. `away` is the fault of something we need, and does not count. */
type Outcome =
  | { readonly kind: 'ended'; readonly end: MailEnd; readonly reasonCode: string | null }
  | { readonly kind: 'later'; readonly reasonCode: string }
  | { readonly kind: 'away'; readonly dependency: string };

export interface DeliverPorts extends OpenPorts {
  readonly mails: Mails;
  readonly endings: Endings;
  readonly suppressed: SuppressionList;
  readonly post: Post;
  readonly failpoint: Failpoint;
  readonly log: Logger;
}

/** Rest when another service or the keys could not be asked: they come back by themselves. */
const AWAY_SECONDS = 5;

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
    await settle(ports, mail, await attempt(ports, mail));
    await ports.failpoint('recorded');
  };
}

async function attempt(ports: DeliverPorts, mail: TakenMail): Promise<Outcome> {
  // Tries that were cut short count, too: an email that crashes the process must not do so for ever.
  if (mail.attempt > MAX_ATTEMPTS) return { kind: 'ended', end: 'failed', reasonCode: 'interrupted' };
  try {
    const opened = await openMail(ports, mail);
    await ports.failpoint('claimed');
    return opened.kind === 'mail' ? await handOver(ports, opened) : notSent(opened);
  } catch (error) {
    if (error instanceof OutageError) return { kind: 'away', dependency: error.dependency };
    throw error;
  }
}

function notSent(opened: Exclude<OpenedMail, { kind: 'mail' }>): Outcome {
  return { kind: 'ended', end: opened.kind === 'gone' ? 'suppressed' : 'failed', reasonCode: opened.reasonCode };
}

async function handOver(ports: DeliverPorts, { mail }: Extract<OpenedMail, { kind: 'mail' }>): Promise<Outcome> {
  if (await ports.suppressed.has(mail.to)) return { kind: 'ended', end: 'failed', reasonCode: 'unknown-address' };
  const posted = await ports.post.send(mail);
  if (posted.kind === 'accepted') {
    await ports.failpoint('accepted');
    return { kind: 'ended', end: 'sent', reasonCode: null };
  }
  const { isPermanent, isHardBounce, reasonCode } = posted;
  if (isHardBounce) await withPatience(() => ports.suppressed.add(mail.to, reasonCode));
  return isPermanent ? { kind: 'ended', end: 'failed', reasonCode } : { kind: 'later', reasonCode };
}

async function settle({ mails, endings, log }: DeliverPorts, mail: TakenMail, outcome: Outcome): Promise<void> {
  const { deliveryId, correlationId, template, attempt: number } = mail;
  const about = { deliveryId, correlationId, template, attempt: number };
  if (outcome.kind === 'away') {
    log.warn(
      { ...about, dependency: outcome.dependency },
      'an email will be retried: something it needs is unavailable',
    );
    return withPatience(() => mails.giveBack(mail, AWAY_SECONDS));
  }
  const { reasonCode } = outcome;
  const rest = outcome.kind === 'later' ? restAfter(number) : null;
  if (rest !== null && reasonCode !== null) {
    log.warn({ ...about, reasonCode, restSeconds: rest }, 'an email was not accepted and will be retried');
    return withPatience(() => mails.retryLater(mail, rest, reasonCode));
  }
  const end = outcome.kind === 'ended' ? outcome.end : 'failed';
  await withPatience(() => endings.record(mail, end, reasonCode));
  log[end === 'failed' ? 'error' : 'info']({ ...about, end, reasonCode }, 'the delivery of an email has ended');
}
