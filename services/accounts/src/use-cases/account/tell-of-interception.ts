import { DuplicateCommand } from '@onceover/event-store';
import {
  type RefusedOpeningReason,
  refusedOpeningReason,
} from '@onceover/schema/events/secrets/secret-opening-refused.v1';
import { shortKeyOfSecret } from '@onceover/schema/internal/find-secrets';
import { interceptionMailRule, interceptionStep } from '../../domain/account/interception.ts';
import { interceptionSuspected } from '../../domain/session/security-events.ts';
import type { AccountRecord } from './account-book.ts';
import { runAccountCommand, systemContext } from './account-command.ts';
import type { AccountPorts } from './account-ports.ts';
import { withEmailAllowance } from './attempt-ledger.ts';

const noticeSeconds = 3 * 86_400;

/** How often somebody tried in vain to open which secret, and whose it is. */
export interface Interception {
  readonly accountRef: string;
  readonly secretId: string;
  readonly reason: RefusedOpeningReason;
  readonly count: number;
}

/** The payload of the job, which is stored as JSON. */
export function interceptionFrom(payload: Readonly<Record<string, unknown>>): Interception {
  const { accountRef, secretId, reason, count } = payload;
  return {
    accountRef: String(accountRef),
    secretId: String(secretId),
    reason: refusedOpeningReason.parse(reason),
    count: Number(count),
  };
}

/**
 * Emails the owner of a secret that somebody tries to open it, and what to do: once for each reason and step, and at most
 * ten times a day. Whoever has no verified account is told nothing, nor of a secret that is forgotten by now.
 *
 * Source  events 6.1
 */
export function tellOfInterceptionUseCase(ports: AccountPorts) {
  return async (found: Interception): Promise<void> => {
    const account = await ports.book.find(found.accountRef);
    if (account === null || !account.isVerified || account.isDisabled) return;
    const { shortkey } = await ports.ask(shortKeyOfSecret, { secretId: found.secretId });
    if (shortkey === null) return;
    try {
      await withEmailAllowance(ports, [interceptionMailRule(found.accountRef)], () =>
        tell(ports, account, { ...found, shortkey }),
      );
    } catch (error) {
      if (!(error instanceof DuplicateCommand)) throw error;
    }
  };
}

async function tell(
  ports: AccountPorts,
  account: AccountRecord,
  { accountRef, secretId, reason, count, shortkey }: Interception & { readonly shortkey: string },
): Promise<void> {
  const envelope = {
    template: 'interception-suspected',
    address: ports.book.emailOf(account),
    locale: account.mailLocale,
    shortkey,
    reason,
    count,
  } as const;
  const until = new Date(ports.clock.now().getTime() + noticeSeconds * 1000);
  const mail = await ports.mail.seal(accountRef, envelope, until);
  await runAccountCommand(ports, {
    context: systemContext(`interception:${secretId}:${reason}:${interceptionStep(count)}`, accountRef),
    accountRef,
    security: [interceptionSuspected({ accountRef, secretId, reason, count, deliveryId: mail.deliveryId })],
    write: (tx) => mail.write(tx),
  });
}
