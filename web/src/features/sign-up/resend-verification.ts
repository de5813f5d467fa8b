import { api } from '../../lib/calls/api.ts';
import { apiPaths } from '../../site/paths.ts';

/** Sends the verification email again, if there is anything to verify. */
export async function resendVerification(email: string): Promise<void> {
  await api({ path: apiPaths.resendVerification, form: { email } });
}
