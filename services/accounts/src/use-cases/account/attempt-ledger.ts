import type { Clock } from '@onceover/service-kit/clock';
import type { AttemptRule } from '../../domain/account/attempt-rules.ts';

/** Tries where they are counted. */
export interface AttemptLedger {
  /** Counts a try under all rules or none; gives the seconds to wait, 0: go on. */
  reserve(rules: readonly AttemptRule[], at: Date): Promise<number>;
  /** The try was none: it succeeded, or we failed ourselves. */
  giveBack(rules: readonly AttemptRule[]): Promise<void>;
  /** Forgets all tries. */
  clear(rules: readonly AttemptRule[]): Promise<void>;
}

/** Sends an email unless its address got enough of them; says nothing either way. One that failed does not count. */
export async function withEmailAllowance(
  { attempts, clock }: { readonly attempts: AttemptLedger; readonly clock: Clock },
  rules: readonly AttemptRule[],
  send: () => Promise<void>,
): Promise<void> {
  if ((await attempts.reserve(rules, clock.now())) > 0) return;
  try {
    await send();
  } catch (error) {
    await attempts.giveBack(rules);
    throw error;
  }
}
