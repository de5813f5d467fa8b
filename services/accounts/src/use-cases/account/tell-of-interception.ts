import { DuplicateCommand } from '@onceover/event-store';
import { openingRefusedSteps, type RefusedOpeningReason, refusedOpeningReason } from '@onceover/schema/events/secrets';
import { shortKeyOfSecret } from '@onceover/schema/internal/find-secrets';
import { interceptionMailRule, interceptionStep } from '../../domain/account/interception.ts';
import { securityEvent } from '../../domain/session/security-events.ts';
import type { AccountRecord } from './account-book.ts';
import { runAccountCommand, systemContext } from './account-command.ts';
import type { AccountPorts } from './account-ports.ts';
import { withEmailAllowance } from './attempt-ledger.ts';
import { sealNotice } from './mailroom.ts';

/** How often opening which secret was refused, and whose it is. */
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
  const { deliveryId, write } = await sealNotice(ports, account, {
    template: 'interception-suspected',
    shortkey,
    reason,
    count,
  });
  const step = interceptionStep(count, openingRefusedSteps.ownerEmailedAt);
  await runAccountCommand(ports, {
    context: systemContext(`interception:${secretId}:${reason}:${step}`, accountRef),
    security: [securityEvent('security.interception_suspected', { accountRef, secretId, reason, count, deliveryId })],
    write,
  });
}
