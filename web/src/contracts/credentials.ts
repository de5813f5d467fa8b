import type { ScreenCode } from './refusals.generated.ts';

/** Why an account form cannot be sent as it stands; the codes are the contract's. */
export type CredentialProblem = Extract<ScreenCode, 'bad_email' | 'short_password' | 'password_mismatch' | 'bad_code'>;

interface NewPassword {
  readonly password: string;
  readonly confirm: string;
}

/** Checks what needs no server. The minimum length is the installation's setting, so the server decides it. */
export function checkNewPassword({ password, confirm }: NewPassword): CredentialProblem | null {
  if (password === '') return 'short_password';
  return password === confirm ? null : 'password_mismatch';
}

/** An address has something on both sides of its last `@`; only an email can tell whether it works. */
export function checkEmail(email: string): CredentialProblem | null {
  return /^\S+@\S+$/.test(email.trim()) ? null : 'bad_email';
}

export function checkSignUp(form: NewPassword & { readonly email: string }): CredentialProblem | null {
  return checkEmail(form.email) ?? checkNewPassword(form);
}
