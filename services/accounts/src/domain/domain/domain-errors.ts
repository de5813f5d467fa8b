import type { RefusalCode } from '@onceover/schema/refusals';
import { DomainError } from '@onceover/service-kit/errors';

/** What the rules of custom domains refuse; the code is a key of the schema's refusals. */
class DomainRefusal extends DomainError {
  constructor(code: RefusalCode) {
    super(code);
  }
}

export class EmptyDomain extends DomainRefusal {
  constructor() {
    super('domain.empty');
  }
}

export class BadDomain extends DomainRefusal {
  constructor() {
    super('domain.bad');
  }
}

/** Already the account's, or served for another one. */
export class DuplicateDomain extends DomainRefusal {
  constructor() {
    super('domain.duplicate');
  }
}

export class DomainPlanRequired extends DomainRefusal {
  constructor() {
    super('domain.plan-required');
  }
}

export class DomainsDisabled extends DomainRefusal {
  constructor() {
    super('domain.disabled');
  }
}

/** Never added, removed, or another account's: one answer. */
export class UnknownDomain extends DomainRefusal {
  constructor() {
    super('domain.unknown');
  }
}

/** An id was used twice; cannot happen with ids made here, so it is a fault and not an answer. */
export class DomainAlreadyExists extends Error {
  override readonly name = 'DomainAlreadyExists';
}
