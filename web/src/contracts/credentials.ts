import { wrong } from './wrong.ts';

interface NewPassword {
  readonly password: string;
  readonly confirm: string;
}

/** Checks what needs no server, with the installation's minimum length in characters. Returns all that is wrong. */
export function checkNewPassword({ password, confirm }: NewPassword, minLength: number) {
  return wrong({
    short_password: [...password.normalize('NFKC')].length < minLength,
    password_mismatch: password !== confirm,
  });
}

/** An address has something on both sides of its last `@`; only an email can tell whether it works. */
export function checkEmail(email: string) {
  return wrong({ bad_email: !/^\S+@\S+$/.test(email.trim()) });
}

export function checkSignUp(form: NewPassword & { readonly email: string }, minLength: number) {
  return [...checkEmail(form.email), ...checkNewPassword(form, minLength)];
}
