import { api } from '../../lib/calls/api.ts';
import { apiPaths } from '../../site/paths.ts';

export interface SignUpFields {
  readonly email: string;
  readonly password: string;
  readonly confirm: string;
  /** Such as `identity`; null: the free plan. */
  readonly planCode: string | null;
}

/** Asks for an account. The answer is the same whether the address has one; the mail tells the rest. */
export async function signUp({ email, password, confirm, planCode }: SignUpFields): Promise<void> {
  const plan = planCode === null ? {} : { plan_code: planCode };
  await api({ path: apiPaths.signUp, form: { email: email.trim(), password, password_confirm: confirm, ...plan } });
}

/** Sends the verification mail again, if there is anything to verify. */
export async function resendVerification(email: string): Promise<void> {
  await api({ path: apiPaths.resendVerification, form: { email } });
}
