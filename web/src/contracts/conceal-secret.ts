import type { ScreenCode } from './refusals.generated.ts';

/** Why the form cannot be sent as it stands. */
type ConcealProblem = Extract<ScreenCode, 'empty_secret' | 'long_passphrase' | 'bad_recipient'>;

/** Longest passphrase in characters. Source: REST contract 5.1 */
export const maxPassphraseCharacters = 256;

/** An address as far as a browser can tell; the server decides. */
const address = /^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;"]+$/u;

/** Finds all that the service would refuse. White space counts as content; nothing of the secret is trimmed. */
export function checkConceal(form: {
  /** Null: the server generates it. */
  readonly secret: string | null;
  readonly passphrase: string;
  /** Empty: nobody gets an email. */
  readonly recipient: string;
}): ConcealProblem[] {
  const recipient = form.recipient.trim();
  const wrong = {
    empty_secret: form.secret === '',
    long_passphrase: [...form.passphrase].length > maxPassphraseCharacters,
    bad_recipient: recipient !== '' && !address.test(recipient),
  };
  return (Object.keys(wrong) as ConcealProblem[]).filter((code) => wrong[code]);
}
