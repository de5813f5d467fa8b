import type { ScreenCode } from './refusals.generated.ts';

/** Why the form cannot be sent as it stands. */
export type ConcealProblem = Extract<ScreenCode, 'empty_secret' | 'long_passphrase' | 'bad_recipient'>;

/** Longest passphrase in characters. Source: REST contract 5.1 */
export const maxPassphraseCharacters = 256;

/** An address as far as a browser can tell; the server decides. */
const address = /^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;"]+$/u;

/** Checks what the service would refuse. White space counts as content; nothing of the secret is trimmed. */
export function checkConceal(form: {
  /** Null: the server generates it. */
  readonly secret: string | null;
  readonly passphrase: string;
  /** Empty: nobody gets an email. */
  readonly recipient: string;
}): ConcealProblem | null {
  if (form.secret === '') return 'empty_secret';
  if ([...form.passphrase].length > maxPassphraseCharacters) return 'long_passphrase';
  return form.recipient.trim() === '' || address.test(form.recipient.trim()) ? null : 'bad_recipient';
}
