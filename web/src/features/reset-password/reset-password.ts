import { api } from '../../lib/calls/api.ts';
import { apiPaths } from '../../site/paths.ts';

/** Asks for a reset link. The answer is the same for every address. */
export async function requestReset(email: string): Promise<void> {
  await api({ path: apiPaths.forgot, form: { email: email.trim() } });
}

/** Sets the new password by the key of the mail; every session ends, nobody is signed in. */
export async function resetPassword(resetKey: string, form: { password: string; confirm: string }): Promise<void> {
  const { password, confirm } = form;
  await api({ path: apiPaths.resetPassword(resetKey), form: { password, password_confirm: confirm } });
}
