/** What is known of the ways into an account. */
export interface Guards {
  /** Whether signing in asks for a code after the password. */
  readonly hasSecondFactor: boolean;
  readonly recoveryCodesLeft: number;
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

/** With fewer recovery codes than this, a lost phone soon shuts the owner out; also with a passkey, which may be on that phone. */
const FEW_CODES = 3;

/** How well an account is protected, and the one thing that would help most: the weakest way in is named first. */
export function protectionOf({ hasSecondFactor, recoveryCodesLeft, otherSessions }: Guards): Protection {
  // A passkey is one more way in; the password alone stays the weakest.
  if (!hasSecondFactor) return { tone: 'warning', state: 'passwordOnly', next: 'turnOn' };
  if (recoveryCodesLeft < FEW_CODES) return { tone: 'warning', state: 'codes', next: 'renew' };
  return { tone: 'success', state: 'strong', next: otherSessions > 0 ? 'sessions' : null };
}
