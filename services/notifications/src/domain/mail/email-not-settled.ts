import { DomainError } from '@onceover/service-kit/errors';

/** Why nothing can be done about an email: it is no failed one, what it was about has ended, it cannot be read. */
export type EmailProblem = 'not-failed' | 'ended' | 'unreadable';

/** What an operator asked for cannot be done about this email. */
export class EmailNotSettled extends DomainError {
  constructor(reason: EmailProblem) {
    super('email.not-settled', { reason });
  }
}
