import { createLogger } from '@onceover/service-kit/logging';

/** The service as a whole: start, stop, faults at the door. */
export const serviceLog = createLogger('notifications');
/** What became of each mail. Never an address, a subject or a server's words: they quote both. */
export const mailLog = createLogger('notifications.mail');
/** Keys, retention. */
export const choresLog = createLogger('notifications.chores');
