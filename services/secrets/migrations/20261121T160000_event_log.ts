import { eventLogMigration } from '@onceover/event-store';

/** The log of secrets: a stream per secret, partitioned by the month of its creation, with one ending each. */
export const { up, down } = eventLogMigration({
  schema: 'secrets',
  appRole: 'onceover_secrets',
  partitioned: true,
  endings: ['secret.received', 'secret.burned', 'secret.expired'],
});
