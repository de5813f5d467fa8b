import type { MailEnvelope } from '@onceover/schema/internal/mail-envelope';
import type { ShareDomain } from '../../domain/secret/share-domain.ts';

/** Makes what is mailed readable for the notifications service alone. */
export interface MailSealer {
  /** Fetches the key of the day where it is not known. Throws `OutageError` when it cannot be had. */
  ready(): Promise<SealEnvelope>;
}
export type SealEnvelope = (deliveryId: string, envelope: MailEnvelope) => { sealed: Buffer; keyId: string };

/** Mails somebody wants: from an account, to an address, or into the support desk. Kept as keyed hashes. */
export interface MailUse {
  readonly subject: `account:${string}` | `recipient:${string}` | `inbox:${string}`;
  readonly count: number;
  readonly limit: number;
  readonly windowSeconds: number;
}

/** Counts mails before they are wanted. */
export interface MailQuota {
  /** All or nothing. */
  reserve(
    uses: readonly MailUse[],
  ): Promise<
    | { readonly kind: 'reserved'; readonly id: string }
    | { readonly kind: 'reached'; readonly retryAfterSeconds: number }
  >;
  /** For mails that were not wanted after all. */
  giveBack(id: string): Promise<void>;
}

/** Custom hosts, which the accounts service keeps. */
export interface ShareDomains {
  /** Null: unknown, unverified or somebody else's. */
  find(accountRef: string, host: string): Promise<ShareDomain | null>;
}

/** Sealed mails on their way. */
export interface DeliveryEnvelopes {
  /** Null when the secret has ended, or the mail was sent or is too late. */
  claim(deliveryId: string): Promise<{ readonly sealed: Buffer; readonly keyId: string } | null>;
  /** Does nothing for unknown ones. */
  forget(deliveryId: string): Promise<void>;
}
