/**
 * A key of a link. Ours have 31 characters; what was taken over from another server keeps the keys that it has there, which
 * later versions of Onetime Secret made longer.
 *
 * Source  dialects 8
 */
export const linkKeyPattern = /^[0-9a-z]{31,64}$/;

/** Characters of a key that is made here: 160 bits. */
export const newKeyCharacters = 31;
