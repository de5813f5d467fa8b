import { consumerTablesMigration } from '@onceover/event-bus';

/** How far the mail consumer got in the logs of the other services. */
export const { up, down } = consumerTablesMigration({ schema: 'notifications', appRole: 'onceover_notifications' });
