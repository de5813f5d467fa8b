import type { MailEnvelope } from '@onceover/schema/internal/mail-envelope';
import type { Tx } from './account-command.ts';

/** An email on its way: sealed to the notifications service, which fetches it by its id. */
export interface SealedMail {
  readonly deliveryId: string;
  write(tx: Tx): Promise<void>;
}

export interface Mailroom {
  /** Throws `OutageError` while no key to seal to can be had. */
  seal(accountRef: string, envelope: MailEnvelope, expiresAt: Date): Promise<SealedMail>;
  claim(deliveryId: string, at: Date): Promise<{ readonly sealed: Buffer; readonly keyId: string } | null>;
  forget(deliveryId: string): Promise<void>;
}
