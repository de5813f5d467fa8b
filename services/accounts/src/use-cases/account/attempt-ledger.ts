import type { Clock } from '@onceover/service-kit/clock';
import type { AttemptRule } from '../../domain/account/attempt-rules.ts';

/** How long to wait before the next try; 0 seconds: it was counted, go ahead. */
export interface Wait {
  readonly seconds: number;
  readonly isDelay: boolean;
}

export interface AttemptLedger {
  /** Counts a try under all rules or none; returns the seconds to wait, 0: go ahead. */
  reserve(rules: readonly AttemptRule[], at: Date): Promise<number>;
  /** The same, and whether only a growing delay says no. */
  reserveOrDelay(rules: readonly AttemptRule[], at: Date): Promise<Wait>;
  /** Takes a try back: it succeeded, or the service failed. */
  giveBack(rules: readonly AttemptRule[]): Promise<void>;
  clear(rules: readonly AttemptRule[]): Promise<void>;
}

/** Sends an email unless its address has had enough of them; the caller cannot tell. One that failed does not count. */
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
