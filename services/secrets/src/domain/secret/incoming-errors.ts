import type { RefusalCode } from '@onceover/schema/refusals';
import { DomainError } from '@onceover/service-kit/errors';

/** What is refused of secrets for the support desk. */
class IncomingRefusal extends DomainError {
  constructor(code: RefusalCode) {
    super(code);
  }
}

export class IncomingDisabled extends IncomingRefusal {
  constructor() {
    super('incoming.disabled');
  }
}

export class NothingToSubmit extends IncomingRefusal {
  constructor() {
    super('incoming.empty');
  }
}

export class InvalidTicketNumber extends IncomingRefusal {
  constructor() {
    super('incoming.invalid-ticket-number');
  }
}
