import type { RefusalCode } from '@onceover/schema/refusals';
import { DomainError } from '@onceover/service-kit/errors';

/** What the rules of API tokens refuse; the code is a key of the schema's refusals. */
class TokenRefusal extends DomainError {
  constructor(code: RefusalCode) {
    super(code);
  }
}

/** No name, too long a name, one that is taken by the token `api`, or no scope. */
export class InvalidTokenName extends TokenRefusal {
  constructor() {
    super('account.invalid-token-name');
  }
}

export class TooManyTokens extends TokenRefusal {
  constructor() {
    super('account.too-many-tokens');
  }
}
