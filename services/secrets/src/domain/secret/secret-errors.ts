import type { RefusalCode } from '@onceover/schema/refusals';
import { DomainError } from '@onceover/service-kit/errors';

/** What the rules of a secret, or of one for the support desk, refuse; the code is a key of the schema's refusals. */
class SecretRefusal extends DomainError {
  constructor(code: RefusalCode, details: Readonly<Record<string, string | number | boolean>> = {}) {
    super(code, details);
  }
}

export class EmptySecret extends SecretRefusal {
  constructor() {
    super('secret.empty');
  }
}

export class PassphraseTooLong extends SecretRefusal {
  constructor() {
    super('secret.passphrase-too-long');
  }
}

export class BadLabel extends SecretRefusal {
  constructor() {
    super('secret.bad-label');
  }
}

export class RecipientNotAllowed extends SecretRefusal {
  constructor() {
    super('secret.recipient-not-allowed');
  }
}

export class UndeliverableRecipient extends SecretRefusal {
  /** `address` as it was sent; it goes back to who sent it and nowhere else. */
  constructor(address: string) {
    super('secret.undeliverable-recipient', { address });
  }
}

export class TooManyRecipients extends SecretRefusal {
  constructor(limit: number) {
    super('secret.too-many-recipients', { limit });
  }
}

export class MailQuotaReached extends SecretRefusal {
  constructor(retryAfterSeconds: number) {
    super('secret.mail-quota-reached', { retryAfterSeconds });
  }
}

export class StorageQuotaReached extends SecretRefusal {
  constructor(retryAfterSeconds: number) {
    super('secret.storage-quota-reached', { retryAfterSeconds });
  }
}

export class InvalidShareDomain extends SecretRefusal {
  constructor() {
    super('secret.invalid-share-domain');
  }
}

export class DomainNotFound extends SecretRefusal {
  constructor() {
    super('secret.domain-not-found');
  }
}

export class IdempotencyMismatch extends SecretRefusal {
  constructor() {
    super('secret.idempotency-mismatch');
  }
}

export class IdempotencyExpired extends SecretRefusal {
  constructor() {
    super('secret.idempotency-expired');
  }
}

/** Never existed, received, burned, expired, malformed key: one answer. */
export class SecretGone extends SecretRefusal {
  constructor() {
    super('secret.gone');
  }
}

export class NotConfirmed extends SecretRefusal {
  constructor() {
    super('secret.not-confirmed');
  }
}

export class SecretNotBurnable extends SecretRefusal {
  constructor(state: 'received' | 'burned' | 'expired') {
    super('secret.not-burnable', { state });
  }
}

export class WrongPassphrase extends SecretRefusal {
  constructor() {
    super('secret.wrong-passphrase');
  }
}

export class TooManyAttempts extends SecretRefusal {
  constructor(retryAfterSeconds: number) {
    super('secret.too-many-attempts', { retryAfterSeconds });
  }
}

/** Locked for good after too many wrong passphrases: not consumed, not openable. */
export class SecretLocked extends SecretRefusal {
  constructor() {
    super('secret.locked');
  }
}

/** A verification secret of another account; it stays as it is. */
export class VerificationWhileSignedIn extends SecretRefusal {
  constructor() {
    super('secret.verification-while-signed-in');
  }
}

/** There is no support desk. */
export class IncomingDisabled extends SecretRefusal {
  constructor() {
    super('incoming.disabled');
  }
}

export class NothingToSubmit extends SecretRefusal {
  constructor() {
    super('incoming.empty');
  }
}

export class InvalidTicketNumber extends SecretRefusal {
  constructor() {
    super('incoming.invalid-ticket-number');
  }
}

/** A secret id was used twice; cannot happen with ids made here, so it is a fault and not an answer. */
export class SecretAlreadyExists extends Error {
  override readonly name = 'SecretAlreadyExists';
}

/** An expiry came before its time or after another ending; the sweeper looks again later. */
export class NotDue extends Error {
  override readonly name = 'NotDue';
}
