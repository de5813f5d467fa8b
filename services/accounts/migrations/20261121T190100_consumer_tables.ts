import { consumerTablesMigration } from '@onceover/event-store';

/** What this service keeps about the events it listens to. */
export const { up, down } = consumerTablesMigration({ schema: 'accounts', appRole: 'onceover_accounts' });
