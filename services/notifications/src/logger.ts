import { createLogger } from '@onceover/service-kit/logging';

/** What became of each email. Never an address, a subject or a server's words: they quote both. */
export const mailLog = createLogger('notifications.mail');

/** What kept the audit trail from covering, signing or forgetting what it should. */
export const auditLog = createLogger('notifications.audit');
