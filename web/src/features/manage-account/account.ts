import type { AccountQuery } from '../../gql/operations.generated.ts';
import { api } from '../../lib/calls/api.ts';
import { codeOf, refuse } from '../../lib/calls/refuse.ts';
import { apiPaths } from '../../site/paths.ts';

/** The signed-in customer as the account page shows them. */
export type Viewer = NonNullable<AccountQuery['viewer']>;

export interface PasswordChange {
  readonly current: string;
  readonly password: string;
  readonly confirm: string;
  /** Whether API tokens stay good. */
  readonly keepsTokens: boolean;
}

/** Changes the password. Other sessions end; this one continues with a new cookie. Throws ApiError if refused. */
export async function changePassword({ current, password, confirm, keepsTokens }: PasswordChange): Promise<void> {
  const form = { currentp: current, newp: password, newp2: confirm, keep_tokens: String(keepsTokens) };
  await api({ path: apiPaths.changePassword, form });
}

/** Deletes the account permanently; the password is needed again. Throws ApiError if refused. */
export async function deleteAccount(password: string): Promise<void> {
  try {
    await api({ path: apiPaths.deleteAccount, form: { confirmation: password } });
  } catch (error) {
    // The contract has one code for two messages; here it means the one about the confirmation.
    if (codeOf(error) === 'bad_password') refuse('bad_confirmation');
    throw error;
  }
}
