import { dictionary } from '@zxcvbn-ts/language-common';

let known: ReadonlySet<string> | undefined;

/** Whether a lower-case password is among the fifty thousand that are tried first. The list is in the program. */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(dictionary['passwords-common'].map(String));
  return known.has(password);
}
