import type { Caller } from '@onceover/graphql-kit/caller';
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
