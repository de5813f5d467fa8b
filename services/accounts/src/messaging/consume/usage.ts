import type { ConsumerDefinition } from '@onceover/event-bus';
import { countUsage, type UsageEvent, usageEvents } from '../../projections/usage/usage.projection.ts';

/** What customers do, counted for their account page and for colonels. Rebuilt by raising the version. */
export const usageConsumer: ConsumerDefinition = {
  name: 'accounts.usage',
  version: 1,
  sources: ['secrets', 'notifications'],
  handles: usageEvents,
  tenantsOnly: true,
  onError: 'halt',
  handle: (events, { tx }) => countUsage(events as readonly UsageEvent[], tx),
};
