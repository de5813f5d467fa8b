/** Wrong passphrases that one network may send for one secret, by any way in, before it has to wait. Source: security 4.3. */
export const passphraseTriesPerNetwork = 5;
