import { DuplicateCommand } from '@onceover/event-store';
import { openingRefusedSteps, type RefusedOpeningReason, refusedOpeningReason } from '@onceover/schema/events/secrets';
import { shortKeyOfSecret } from '@onceover/schema/internal/find-secrets';
import { ignoring } from '@onceover/service-kit/errors';
import { interceptionMailRule, interceptionStep } from '../../domain/account/interception.ts';
import { securityEvent } from '../../domain/session/security-events.ts';
import type { AccountRecord } from './account-book.ts';
import { runAccountCommand, systemContext } from './account-command.ts';
import type { AccountPorts } from './account-ports.ts';
import { withEmailAllowance } from './attempt-ledger.ts';
import { sealNotice } from './mailroom.ts';

export interface Interception {
  readonly accountRef: string;
  readonly secretId: string;
  readonly reason: RefusedOpeningReason;
  readonly count: number;
}

/** The payload of the job, which is stored as JSON. */
export function interceptionFrom(payload: Readonly<Record<string, unknown>>): Interception {
  const { accountRef, secretId, reason, count } = payload;
  const ids = { accountRef: String(accountRef), secretId: String(secretId) };
  return { ...ids, reason: refusedOpeningReason.parse(reason), count: Number(count) };
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
    const rules = [interceptionMailRule(found.accountRef)];
    const told = withEmailAllowance(ports, rules, () => tell(ports, account, { ...found, shortkey }));
    await told.catch(ignoring(DuplicateCommand));
  };
}

async function tell(
  ports: AccountPorts,
  account: AccountRecord,
  { accountRef, secretId, reason, count, shortkey }: Interception & { readonly shortkey: string },
): Promise<void> {
  const notice = { template: 'interception-suspected', shortkey, reason, count } as const;
  const { deliveryId, write } = await sealNotice(ports, account, notice);
  const step = interceptionStep(count, openingRefusedSteps.ownerEmailedAt);
  await runAccountCommand(ports, {
    context: systemContext(`interception:${secretId}:${reason}:${step}`, accountRef),
    security: [securityEvent('security.interception_suspected', { accountRef, secretId, reason, count, deliveryId })],
    write,
  });
}
