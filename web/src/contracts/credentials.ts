import type { ScreenCode } from './refusals.generated.ts';

/** Why an account form cannot be sent as it stands; the codes are the contract's. */
type CredentialProblem = Extract<ScreenCode, 'bad_email' | 'short_password' | 'password_mismatch'>;

interface NewPassword {
  readonly password: string;
  readonly confirm: string;
}

/** Checks what needs no server, with the installation's minimum length in characters. Returns all that is wrong. */
export function checkNewPassword({ password, confirm }: NewPassword, minLength: number): CredentialProblem[] {
  const isShort = [...password.normalize('NFKC')].length < minLength;
  return [
    ...(isShort ? (['short_password'] as const) : []),
    ...(password === confirm ? [] : (['password_mismatch'] as const)),
  ];
}

/** An address has something on both sides of its last `@`; only an email can tell whether it works. */
export function checkEmail(email: string): CredentialProblem[] {
  return /^\S+@\S+$/.test(email.trim()) ? [] : ['bad_email'];
}

export function checkSignUp(form: NewPassword & { readonly email: string }, minLength: number): CredentialProblem[] {
  return [...checkEmail(form.email), ...checkNewPassword(form, minLength)];
}
