import type { ConsumerDefinition } from '@onceover/event-bus';
import type { AccountPorts } from '../use-cases/account/account-ports.ts';

/** An account is verified when its verification secret was opened; the job writes the event. Source: security 5.3 */
export function onSecretReceived({ book }: Pick<AccountPorts, 'book'>): ConsumerDefinition {
  return {
    name: 'accounts.verification',
    version: 1,
    sources: ['secrets'],
    handles: ['secret.received'],
    // A verification secret belongs to its account; what visitors open is none.
    tenantsOnly: true,
    onError: 'park',
    async handle(events, { enqueue }) {
      for (const { streamId } of events) {
        const found = await book.findVerification(streamId);
        if (found !== null) await enqueue('verify-account', { accountRef: found.accountRef });
      }
    },
  };
}
