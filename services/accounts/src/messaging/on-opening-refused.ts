import type { ConsumerDefinition } from '@onceover/event-bus';
import type { RecordedEvent } from '@onceover/event-store';
import { openingRefusedSteps, type SecretOpeningRefused } from '@onceover/schema/events/secrets';
import { interceptionStep } from '../domain/account/interception.ts';

type Refused = RecordedEvent<string, SecretOpeningRefused['data']>;

/** The owner of a secret that somebody tries to open again and again is told by email; a job writes the event. */
export const onOpeningRefused: ConsumerDefinition<Refused> = {
  name: 'accounts.interception',
  version: 1,
  sources: ['secrets'],
  handles: ['secret.opening_refused'],
  // Nobody can be told of secrets without an owner.
  tenantsOnly: true,
  onError: 'park',
  async handle(events, { enqueue }) {
    for (const { tenantRef, data, meta } of events) {
      const { secretId, reason, count } = data;
      if (interceptionStep(count, openingRefusedSteps.ownerEmailedAt) === null) continue;
      const payload = { accountRef: tenantRef, secretId, reason, count };
      await enqueue('tell-of-interception', payload, { traceparent: meta.traceparent });
    }
  },
};
