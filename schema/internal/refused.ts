import { z } from 'zod';
import type { RefusalCode } from '../refusals.ts';

/** What a call answers when the rules refuse, and with which of the codes of `schema/refusals` they may. */
export function refusedWith<const Codes extends readonly [RefusalCode, ...RefusalCode[]]>(...codes: Codes) {
  return z.object({
    kind: z.literal('refused'),
    code: z.enum(codes),
    /** When to try again, of a refusal that passes with time. */
    retryAfterSeconds: z.int().positive().exactOptional(),
  });
}

/** The codes with which a call may refuse, as its answer says them; none where it has no refusals. */
export function refusalsOf({ output }: { readonly output: z.ZodType }): readonly RefusalCode[] {
  const answers = output instanceof z.ZodDiscriminatedUnion ? output.options : [];
  return answers.flatMap((answer) => {
    if (!(answer instanceof z.ZodObject) || !(answer.shape.code instanceof z.ZodEnum)) return [];
    return answer.shape.code.options as RefusalCode[];
  });
}

/** Why a new password may not be used. */
export const unfitPassword = [
  'account.password-too-short',
  'account.password-too-long',
  'account.password-too-common',
  'account.password-mismatch',
] as const;

/** The answer of a call that has nothing to say but that it is done. */
export const done = z.object({ kind: z.literal('done') });
