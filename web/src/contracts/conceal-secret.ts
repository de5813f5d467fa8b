/** Why the form cannot be sent as it stands. */
export type ConcealProblem = 'empty_secret' | 'long_passphrase';

/** Longest passphrase in characters. Source: REST contract 5.1 */
export const maxPassphraseCharacters = 256;

/** Checks what the service would refuse. White space counts as content; nothing is trimmed. */
export function checkConceal(form: { readonly secret: string; readonly passphrase: string }): ConcealProblem | null {
  if (form.secret === '') return 'empty_secret';
  return [...form.passphrase].length > maxPassphraseCharacters ? 'long_passphrase' : null;
}
