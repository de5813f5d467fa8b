import type { ConsumerDefinition } from '@onceover/event-bus';
import type { ServicePorts } from '../use-cases/use-cases.ts';
import { usageConsumer } from './consume/usage.ts';
import { verificationConsumer } from './consume/verification.ts';

/** Everything this service listens to. */
export function consumersOf({ account }: ServicePorts): readonly ConsumerDefinition[] {
  return [verificationConsumer(account), usageConsumer];
}
