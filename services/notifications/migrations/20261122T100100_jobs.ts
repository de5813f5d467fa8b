import { jobTablesMigration } from '@onceover/event-bus';

/** The queue of emails to send and envelopes to forget. */
export const { config, up } = jobTablesMigration({
  schema: 'notifications_jobs',
  appRole: 'onceover_notifications',
});
