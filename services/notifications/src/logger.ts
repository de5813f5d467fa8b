import { createLogger } from '@onceover/service-kit/logging';

/** What became of each email. Never an address, a subject or a server's words: they quote both. */
export const mailLog = createLogger('notifications.mail');

/** Partners with a topic at the brokers, by the ids of their accounts. */
export const partnerLog = createLogger('notifications.partners');

/** What became of each webhook that was sent. Never an address, a secret or a receiver's words. */
export const webhookLog = createLogger('notifications.webhooks');
