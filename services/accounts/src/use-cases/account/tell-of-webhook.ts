import { DuplicateCommand } from '@onceover/event-store';
import { webhookDisabled } from '@onceover/schema/events/notifications';
import { ignoring } from '@onceover/service-kit/errors';
import { z } from 'zod';
import { tellOfWebhook } from '../../domain/account/account-changes.ts';
import { runAccountCommand, systemContext } from './account-command.ts';
import type { AccountPorts } from './account-ports.ts';
import { sealNotice } from './mailroom.ts';

/** A webhook that was switched off, by the event that says so; what is sent to which address is known to notifications alone. */
export const disabledWebhook = z.object({
  eventId: z.uuid(),
  accountRef: webhookDisabled.fields.shape.accountRef,
  webhookId: webhookDisabled.fields.shape.webhookId,
  reason: webhookDisabled.fields.shape.reasonCode,
  isOfInstallation: z.boolean(),
});
export type DisabledWebhook = z.infer<typeof disabledWebhook>;

/**
 * Emails whoever set up a webhook that it was switched off, why, and where to resume it: once for each time. Who has no
 * verified account by now is told nothing.
 *
 * Shape    the link has the webhook's id alone
 * Source   events 9
 */
export function tellOfWebhookUseCase(ports: AccountPorts) {
  return async ({ eventId, accountRef, webhookId, reason, isOfInstallation }: DisabledWebhook): Promise<void> => {
    const account = await ports.book.find(accountRef);
    if (account === null || !account.isVerified || account.isDisabled) return;
    const path = `${isOfInstallation ? '/colonel' : '/account'}/webhooks/${webhookId}`;
    const { deliveryId, write } = await sealNotice(ports, account, { template: 'webhook-disabled', reason, path });
    const told = runAccountCommand(ports, {
      context: systemContext(`webhook-disabled:${eventId}`, accountRef),
      decide: (state) => tellOfWebhook({ accountRef, deliveryId }, state),
      write,
    });
    await told.catch(ignoring(DuplicateCommand));
  };
}
