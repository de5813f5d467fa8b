import { WrongCode, WrongPassword } from '../../domain/account/account-errors.ts';
import type { AccountRecord } from '../account/account-book.ts';
import type { AccountPorts } from '../account/account-ports.ts';
import { confirmPassword } from '../account/confirm-password.ts';
import { type CodeUse, withCode } from '../two-step/check-code.ts';

/** What the owner of an account proves anew before its passkeys are changed. */
export interface OwnerProof {
  readonly password: string;
  readonly code?: string | null | undefined;
}

const noCode: CodeUse = { security: [], take: async () => undefined };

/**
 * Runs `work` once the password is right, and the code too where two-step sign-in is on; `work` uses the code up.
 *
 * Refuses  account.wrong-password, account.wrong-code, account.too-many-tries
 */
export async function withOwnerProof<R>(
  ports: AccountPorts,
  account: AccountRecord,
  { password, code }: OwnerProof,
  work: (use: CodeUse) => Promise<R>,
): Promise<R> {
  const { accountRef } = account;
  await confirmPassword(ports, account, password, () => new WrongPassword());
  if (!account.isTwoStepOn) return await work(noCode);
  const twoStep = await ports.twoStep.find(accountRef);
  if (twoStep === null || !twoStep.isOn) throw new WrongCode();
  return await withCode(ports, { accountRef, twoStep, code: code ?? '' }, work);
}
