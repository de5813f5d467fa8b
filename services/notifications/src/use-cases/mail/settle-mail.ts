import { OutageError } from '@onceover/service-kit/errors';
import type { Logger } from '@onceover/service-kit/logging';
import { restAfter } from '../../domain/mail/backoff.ts';
import type { Ending, Endings, Mails, TakenMail } from './ports.ts';
import { withPatience } from './with-patience.ts';

export interface SettlePorts {
  readonly mails: Mails;
  readonly endings: Endings;
  readonly log: Logger;
}

/** How one try went. `away` is the fault of something we need, and does not count. */
export type Outcome =
  | ({ readonly kind: 'ended' } & Ending)
  | { readonly kind: 'later'; readonly reasonCode: string }
  | { readonly kind: 'away'; readonly dependency: string };

export function failed(reasonCode: string): Outcome {
  return { kind: 'ended', end: 'failed', reasonCode };
}

/** For `catch`: what an outage makes of a try. */
export function away(error: unknown): Outcome {
  if (error instanceof OutageError) return { kind: 'away', dependency: error.dependency };
  throw error;
}

/** Rest when another service or the keys could not be asked: they come back by themselves. */
const AWAY_SECONDS = 5;

/** Records how a try went: an end, or when the next try is. */
export async function settle({ mails, endings, log }: SettlePorts, mail: TakenMail, outcome: Outcome): Promise<void> {
  const { deliveryId, correlationId, template, attempt: number } = mail;
  const about = { deliveryId, correlationId, template, attempt: number };
  if (outcome.kind === 'away') {
    const { dependency } = outcome;
    log.warn({ ...about, dependency }, 'an email will be retried: something it needs is unavailable');
    return withPatience(() => mails.giveBack(mail, AWAY_SECONDS));
  }
  const { reasonCode } = outcome;
  const rest = outcome.kind === 'later' ? restAfter(number) : null;
  if (rest !== null && reasonCode !== null) {
    log.warn({ ...about, reasonCode, restSeconds: rest }, 'an email was not accepted and will be retried');
    return withPatience(() => mails.retryLater(mail, rest, reasonCode));
  }
  const ending: Ending = outcome.kind === 'ended' ? outcome : { end: 'failed', reasonCode };
  await withPatience(() => endings.record(mail, ending));
  const { end } = ending;
  log[end === 'failed' ? 'error' : 'info']({ ...about, end, reasonCode }, 'the delivery of an email has ended');
}
