import type { Logger } from '@onceover/service-kit/logging';
import { restAfter } from '../../domain/mail/backoff.ts';
import type { Outcome } from './hand-over.ts';
import type { Ending, Endings, Mails, TakenMail } from './ports.ts';
import { withPatience } from './with-patience.ts';

export interface SettlePorts {
  readonly mails: Mails;
  readonly endings: Endings;
  readonly log: Logger;
}

/** Rest when another service or the keys could not be asked: they come back by themselves. */
const AWAY_SECONDS = 5;

/** Records how a try went: an end, or when the next try is. */
export async function settle({ mails, endings, log }: SettlePorts, mail: TakenMail, outcome: Outcome): Promise<void> {
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
  const ending: Ending = outcome.kind === 'ended' ? outcome : { end: 'failed', reasonCode };
  const { end } = ending;
  await withPatience(() => endings.record(mail, ending));
  log[end === 'failed' ? 'error' : 'info']({ ...about, end, reasonCode }, 'the delivery of an email has ended');
}
