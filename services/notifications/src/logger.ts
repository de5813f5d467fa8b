import { createLogger } from '@onceover/service-kit/logging';

/** What became of each email. Never an address, a subject or a server's words: they quote both. */
export const mailLog = createLogger('notifications.mail');
