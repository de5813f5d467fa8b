import { wrong } from './wrong.ts';

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
}) {
  const recipient = form.recipient.trim();
  return wrong({
    empty_secret: form.secret === '',
    long_passphrase: [...form.passphrase].length > maxPassphraseCharacters,
    bad_recipient: recipient !== '' && !address.test(recipient),
  });
}
