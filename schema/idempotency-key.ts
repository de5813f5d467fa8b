/** What every `Idempotency-Key` matches; not all that do are good ones. */
export const idempotencyKeyPattern = /^[A-Za-z0-9_-]{22,255}$/;

/** Random keys have more, even 22 digits do but once in ten thousand. */
const FEWEST_DIFFERENT = 6;

/**
 * Whether a text can be an `Idempotency-Key`: well formed, and not one that two clients could both think of, such as one
 * character or a short word again and again. Whoever knows the key of an answer is taken for the one who asked for it.
 *
 * Source  REST contract 5.3
 */
export function isIdempotencyKey(text: string): boolean {
  return idempotencyKeyPattern.test(text) && new Set(text).size >= FEWEST_DIFFERENT && !repeats(text);
}

/** Whether the text is a shorter one, twice or more often. */
function repeats(text: string): boolean {
  return `${text}${text}`.indexOf(text, 1) < text.length;
}
