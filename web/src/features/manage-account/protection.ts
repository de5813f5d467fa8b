/** What is known of the ways into an account. */
export interface Guards {
  /** Whether signing in asks for a code after the password. */
  readonly hasSecondFactor: boolean;
  readonly recoveryCodesLeft: number;
  readonly passkeys: number;
  /** Other browsers in which somebody is signed in. */
  readonly otherSessions: number;
}

interface Protection {
  readonly tone: 'success' | 'warning';
  /** What is the case, by its text. */
  readonly state: 'strong' | 'codes' | 'passwordOnly';
  /** What to do next; null: nothing. */
  readonly next: 'turnOn' | 'renew' | 'sessions' | null;
}

/** With fewer recovery codes than this, a lost phone soon shuts the owner out. */
const FEW_CODES = 3;

/** How well an account is protected, and the one thing that would help most: the weakest way in is named first. */
export function protectionOf({ hasSecondFactor, recoveryCodesLeft, passkeys, otherSessions }: Guards): Protection {
  // A passkey is one more way in; the password alone stays the weakest.
  if (!hasSecondFactor) return { tone: 'warning', state: 'passwordOnly', next: 'turnOn' };
  // Whoever has a passkey gets in without the phone.
  if (recoveryCodesLeft < FEW_CODES && passkeys === 0) return { tone: 'warning', state: 'codes', next: 'renew' };
  return { tone: 'success', state: 'strong', next: otherSessions > 0 ? 'sessions' : null };
}
