import { createLogger } from '@onceover/service-kit/logging';

/** What kept the audit trail from covering, signing or forgetting what it should. */
export const auditLog = createLogger('audit.trail');
