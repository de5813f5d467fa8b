import { z } from 'zod';
import { entered, envelope, textOrNone, ticked } from './fields.ts';

/** Forms and answers of the doors: sign-in, sign-up, reset, sign-out. Lengths are the accounts service's business. */

/** What the original called fields of the doors; its clients still do. A field's own name is stronger. */
export const originalNames = { email: 'u', password: 'p', password_confirm: 'p2' } as const;

/**
 * POST /signin. `authenticity_payload` is a solved captcha, for when too many tried an address. `redirect` is the page
 * that asked for it; what is not one of ours counts as none.
 */
export const signInForm = z.object({
  email: entered,
  password: entered,
  remember_me: ticked,
  redirect: textOrNone,
  authenticity_payload: textOrNone,
});

/** POST /signin/second-step. */
export const secondStepForm = z.object({ code: entered, redirect: textOrNone });

/** POST /signup. */
export const signUpForm = z.object({
  email: entered,
  password: entered,
  password_confirm: entered,
  plan_code: textOrNone,
});

/** POST /signup/resend and POST /forgot. */
export const byMailForm = z.object({ email: entered });

/** POST /forgot/{resetKey}. */
export const resetForm = z.object({ password: entered, password_confirm: entered });

const answerWith = <S extends z.ZodRawShape>(details: S) =>
  z.strictObject({ ...envelope, record: z.strictObject({}), details: z.strictObject(details) });

export const signInAnswer = answerWith({ second_step: z.boolean(), redirect: z.string() });
export type SignInAnswer = z.infer<typeof signInAnswer>;

export const secondStepAnswer = answerWith({ redirect: z.string() });

export const messageAnswer = answerWith({ message: z.string() });

export const signOutAnswer = answerWith({ redirect: z.string() });
