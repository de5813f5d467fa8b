import type { ConsumerDefinition } from '@onceover/event-bus';
import { usageConsumer } from '../projections/usage/usage.projection.ts';
import type { ServicePorts } from '../use-cases/use-cases.ts';
import { onSecretReceived } from './on-secret-received.ts';

/** Everything this service listens to. */
export function consumersOf({ account }: ServicePorts): readonly ConsumerDefinition[] {
  return [onSecretReceived(account), usageConsumer];
}
