import type { ConsumerDefinition } from '@onceover/event-bus';
import type { AccountPorts } from '../use-cases/account/account-ports.ts';

/** An account is verified once its verification secret was opened; a job writes the event. Source: security 5.3 */
export function onSecretReceived({ book }: Pick<AccountPorts, 'book'>): ConsumerDefinition {
  return {
    name: 'accounts.verification',
    version: 1,
    sources: ['secrets'],
    handles: ['secret.received'],
    // A verification secret belongs to its account; secrets without an owner cannot be one.
    tenantsOnly: true,
    onError: 'park',
    async handle(events, { tx, enqueue }) {
      const opened = new Map(events.map(({ streamId, meta }) => [streamId, meta.traceparent]));
      for (const { accountRef, secretId } of await book.verificationsAmong(tx, [...opened.keys()])) {
        await enqueue('verify-account', { accountRef, secretId }, { traceparent: opened.get(secretId) });
      }
    },
  };
}
