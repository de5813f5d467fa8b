import type { ConsumerDefinition } from '@onceover/event-bus';
import { onSecretReceived } from './messaging/on-secret-received.ts';
import { usageConsumer } from './projections/usage/usage.projection.ts';
import type { ServicePorts } from './use-cases/use-cases.ts';

/** Everything this service listens to. */
export function consumersOf({ account }: ServicePorts): readonly ConsumerDefinition[] {
  return [onSecretReceived(account), usageConsumer];
}
