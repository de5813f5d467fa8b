import type { Caller } from '@onceover/schema/caller';
import { operatorMeta, operatorOnly, provenOperatorOnly } from '@onceover/schema/colonel-proof';
import { isConfirmedBy } from '@onceover/schema/confirmation';
import { envelopeContext } from '@onceover/schema/internal/mail-envelope';
import { wipe } from '@onceover/service-kit/crypto';
import { isId } from '@onceover/service-kit/ids';
import { EmailNotSettled } from '../../domain/mail/email-not-settled.ts';
import type { Envelopes, FailedMail, FailedMailAction, FailedMails, SealingKeys } from './ports.ts';

export interface FailedMailPorts {
  readonly failedMails: FailedMails;
  readonly envelopes: Pick<Envelopes, 'claim'>;
  readonly sealingKeys: Pick<SealingKeys, 'open'>;
  /** The database's time. */
  now(): Promise<Date>;
}

export interface FailedMailWish {
  readonly deliveryId: string;
  readonly action: FailedMailAction;
  readonly confirmation: string;
  readonly reasonCode: string;
}

const MOST_SHOWN = 100;

/** Emails whose tries are used up, newest first. Throws `NotAuthorizedError` for everybody but colonels. */
export function listFailedMailsUseCase({ failedMails }: Pick<FailedMailPorts, 'failedMails'>) {
  return async (caller: Caller): Promise<readonly FailedMail[]> => {
    operatorOnly(caller);
    return await failedMails.list(MOST_SHOWN);
  };
}

/**
 * Sends a failed email again, from the first try on, or gives it up for good. Recorded in the trail of the account it is for or
 * about, in the same commit. An email is not sent again if what it is about has ended.
 *
 * Refuses  account.reauthentication-required, .wrong-confirmation, email.not-settled; `NotAuthorizedError` for everybody but colonels
 * Throws   OutageError  also while whoever keeps the envelope does not answer
 */
export function settleFailedMailUseCase({ failedMails, envelopes, sealingKeys, now }: FailedMailPorts) {
  return async (wish: FailedMailWish, caller: Caller): Promise<string> => {
    const { deliveryId, action, confirmation, reasonCode } = wish;
    const isConfirmed = isConfirmedBy(confirmation, deliveryId);
    const { accountRef, ...operator } = provenOperatorOnly(caller, await now(), isConfirmed);
    const mail = isId(deliveryId) ? await failedMails.find(deliveryId) : null;
    if (mail === null) throw new EmailNotSettled('not-failed');
    if (action === 'send-again') await refuseUnsendable(mail, { envelopes, sealingKeys });
    const by = { operatorRef: accountRef, meta: operatorMeta({ ...operator, accountRef }), reasonCode };
    if (!(await failedMails.settle(mail, action, by))) throw new EmailNotSettled('not-failed');
    return deliveryId;
  };
}

async function refuseUnsendable(
  { deliveryId, requestedBy }: FailedMail,
  { envelopes, sealingKeys }: Pick<FailedMailPorts, 'envelopes' | 'sealingKeys'>,
): Promise<void> {
  const claimed = await envelopes.claim(requestedBy, deliveryId);
  if (claimed === null) throw new EmailNotSettled('ended');
  const opened = await sealingKeys.open(claimed.keyId, claimed.sealed, envelopeContext(deliveryId));
  if (opened === null) throw new EmailNotSettled('unreadable');
  wipe(opened);
}
