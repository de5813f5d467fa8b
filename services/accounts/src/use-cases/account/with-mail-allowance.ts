import type { AccountPorts, AttemptRule } from '../ports.ts';

/** Sends a mail unless its address got enough of them; says nothing either way. A mail that failed does not count. */
export async function withMailAllowance(
  { attempts, clock }: Pick<AccountPorts, 'attempts' | 'clock'>,
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
