import type { RefusalCode } from '@onceover/schema/refusals';
import { refusal } from '@onceover/service-kit/errors';

/** What the rules of a secret, or of one for the support desk, refuse; the code is a key of the schema's refusals. */

/** Refused until some seconds have passed. */
function refusalForNow(code: RefusalCode) {
  return class extends refusal<RefusalCode>(code) {
    constructor(retryAfterSeconds: number) {
      super({ retryAfterSeconds });
    }
  };
}

export class EmptySecret extends refusal<RefusalCode>('secret.empty') {}
export class TextTooLong extends refusal<RefusalCode>('secret.text-too-long') {}
export class PassphraseTooLong extends refusal<RefusalCode>('secret.passphrase-too-long') {}
export class BadLabel extends refusal<RefusalCode>('secret.bad-label') {}
export class RecipientNotAllowed extends refusal<RefusalCode>('secret.recipient-not-allowed') {}

export class UndeliverableRecipient extends refusal<RefusalCode>('secret.undeliverable-recipient') {
  /** `address` as it was sent; it goes back to who sent it and nowhere else. */
  constructor(address: string) {
    super({ address });
  }
}

export class TooManyRecipients extends refusal<RefusalCode>('secret.too-many-recipients') {
  constructor(limit: number) {
    super({ limit });
  }
}

export class MailQuotaReached extends refusalForNow('secret.mail-quota-reached') {}
export class StorageQuotaReached extends refusalForNow('secret.storage-quota-reached') {}
export class InvalidShareDomain extends refusal<RefusalCode>('secret.invalid-share-domain') {}
export class DomainNotFound extends refusal<RefusalCode>('secret.domain-not-found') {}
export class IdempotencyMismatch extends refusal<RefusalCode>('secret.idempotency-mismatch') {}
export class IdempotencyExpired extends refusal<RefusalCode>('secret.idempotency-expired') {}
/** Never existed, received, burned, expired, malformed key: one answer. */
export class SecretGone extends refusal<RefusalCode>('secret.gone') {}
export class NotConfirmed extends refusal<RefusalCode>('secret.not-confirmed') {}

export class SecretNotBurnable extends refusal<RefusalCode>('secret.not-burnable') {
  constructor(state: 'received' | 'burned' | 'expired') {
    super({ state });
  }
}

export class WrongPassphrase extends refusal<RefusalCode>('secret.wrong-passphrase') {}
export class TooManyAttempts extends refusalForNow('secret.too-many-attempts') {}
/** Locked for good after too many wrong passphrases: not consumed, not openable. */
export class SecretLocked extends refusal<RefusalCode>('secret.locked') {}
/** A verification secret of another account; it stays as it is. */
export class VerificationWhileSignedIn extends refusal<RefusalCode>('secret.verification-while-signed-in') {}
/** Its creator lets no program open it. */
export class PeopleOnly extends refusal<RefusalCode>('secret.people-only') {}
/** There is no support desk. */
export class IncomingDisabled extends refusal<RefusalCode>('incoming.disabled') {}
export class NothingToSubmit extends refusal<RefusalCode>('incoming.empty') {}
export class InvalidTicketNumber extends refusal<RefusalCode>('incoming.invalid-ticket-number') {}

/** A secret id was used twice; cannot happen with ids made here, so it is a fault and not an answer. */
export class SecretAlreadyExists extends Error {
  override readonly name = 'SecretAlreadyExists';
}

/** An expiry came before its time or after another ending; the sweeper checks again later. */
export class NotDue extends Error {
  override readonly name = 'NotDue';
}

/** A secret of another server is not taken over; the message says why, in a sentence for operators without a key or content. */
export class SecretLeft extends Error {
  override readonly name = 'SecretLeft';
}
