import { jobTablesMigration } from '@onceover/event-bus';

/** The queue of work that is done after a request was answered. */
export const { config, up } = jobTablesMigration({ schema: 'accounts_jobs', appRole: 'onceover_accounts' });
