import { z } from 'zod';

const LONGEST_PAYLOAD = 2048;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const SALT = /^[0-9a-f]{24}\?expires=([1-9]\d{0,11})&$/;
const hex64 = z.string().regex(/^[0-9a-f]{64}$/);

/** What the widget sends. It may add how long it took; any other field is refused, so a solution has only one spelling. */
const solutionSchema = z.strictObject({
  algorithm: z.literal('SHA-256'),
  challenge: hex64,
  number: z.int().nonnegative(),
  salt: z.string().regex(SALT),
  signature: hex64,
  took: z.number().nonnegative().optional(),
});

/**
 * Reads an `authenticity_payload`: base64 of JSON, at most 2048 characters; undefined for anything else. It `expires` when its
 * salt says, in Unix seconds.
 */
export function parseSolution(payload: string) {
  if (payload.length > LONGEST_PAYLOAD || payload.length % 4 === 1 || !BASE64.test(payload)) return undefined;
  const parsed = solutionSchema.safeParse(jsonOf(Buffer.from(payload, 'base64').toString('utf8')));
  if (!parsed.success) return undefined;
  const { challenge, number, salt, signature } = parsed.data;
  return { challenge, number, salt, signature, expires: Number(SALT.exec(salt)?.[1]) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
