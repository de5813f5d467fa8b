const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const LENGTH = 43;

/**
 * A new `Idempotency-Key`, for one thing that is done. Whoever knows it can fetch the same answer again, so it is as secret as the answer.
 *
 * Shape   43 characters `[A-Za-z0-9_-]`, 258 random bits
 * Source  REST contract 5.3
 */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => LETTERS[byte & 63]).join('');
}
