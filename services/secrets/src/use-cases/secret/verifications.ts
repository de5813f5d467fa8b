import type { Caller } from '@onceover/schema/caller';
import { isOwnedBy } from './ownership.ts';
import type { StoredSecret } from './stored-secret.ts';

/** Whether a verification secret opens as it is, asks for the password of its sign-up, or is over. */
export type VerificationVerdict = 'open' | 'needs-password' | 'over';

/** Asks whose sign-up a verification secret proves, and what that takes. */
export interface Verifications {
  check(link: {
    readonly secretId: string;
    /** Of the browser; null: it has none. */
    readonly mark: string | null;
    /** Null: none was entered. */
    readonly password: string | null;
  }): Promise<VerificationVerdict>;
  /** Verifies the account whose link was opened. */
  opened(secretId: string): Promise<void>;
}

/** The verdict on a verification secret for whoever asks; its own account, signed in, has nothing left to prove. */
export async function verdictOn(
  { verifications }: { readonly verifications: Verifications },
  { secretId, binding }: Pick<StoredSecret, 'secretId' | 'binding'>,
  caller: Caller,
  password: string | null,
): Promise<VerificationVerdict> {
  if (isOwnedBy(caller, binding.ownerRef)) return 'open';
  return await verifications.check({ secretId, mark: caller.signUpMark ?? null, password });
}

/**
 * Verifies the account before the person who opened its link is answered: they may sign in at once. The link is used up by
 * now, so a failure changes nothing for them; the event verifies the account a moment later.
 */
export async function verifyAtOnce(
  { verifications }: { readonly verifications: Verifications },
  { secretId }: Pick<StoredSecret, 'secretId'>,
): Promise<void> {
  await verifications.opened(secretId).catch(() => undefined);
}
