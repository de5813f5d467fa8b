import type { RefusalCode } from '@onceover/schema/refusals';
import { refusal } from '@onceover/service-kit/errors';

/** Nothing can be done about an email: it is no failed one, what it was about has ended, it cannot be read. */
export class EmailNotSettled extends refusal<RefusalCode>('email.not-settled') {
  constructor(reason: 'not-failed' | 'ended' | 'unreadable') {
    super({ reason });
  }
}
