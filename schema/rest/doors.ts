import { z } from 'zod';
import { entered, envelope, textOrNone, ticked } from './fields.ts';

/** Forms and answers of the doors: sign-in, sign-up, reset, sign-out. Lengths are the accounts service's business. */

/** What the original called fields of the doors; its clients still do. A field's own name is stronger. */
export const originalNames = { email: 'u', password: 'p', password_confirm: 'p2' } as const;

const email = entered.meta({ description: 'The email address of the account.', example: 'nina@example.com' });
const redirect = textOrNone.meta({
  description: 'The path of the page to go to next; one of another site counts as none.',
});
const newPassword = {
  password: entered.meta({ description: 'The new password.' }),
  password_confirm: entered.meta({ description: 'The new password again.' }),
};

/**
 * POST /signin. `authenticity_payload` is a solved captcha, for when too many tried an address. `redirect` is the page
 * that asked for it; what is not one of ours counts as none.
 */
export const signInForm = z.object({
  email,
  password: entered.meta({ description: 'The password.' }),
  remember_me: ticked.meta({ type: 'boolean', description: 'Whether the session outlives the browser.' }),
  redirect,
  authenticity_payload: textOrNone.meta({
    description: 'A solved challenge, once too many have tried this address. See `/api/v2/altcha/challenge`.',
  }),
});

/** POST /signin/second-step. */
export const secondStepForm = z.object({
  code: entered.meta({ description: 'Six digits, or a recovery code.', example: '123456' }),
  redirect,
});

/** POST /signin/passkey/options. */
export const passkeyOptionsForm = z.object({
  second_step: ticked.meta({ type: 'boolean', description: 'Whether the passkey is to answer the second step.' }),
});

/** POST /signin/passkey. */
export const passkeyForm = z.object({
  answer: entered.meta({ description: 'What the browser answered to the options: a `PublicKeyCredential` as JSON.' }),
  second_step: passkeyOptionsForm.shape.second_step,
  remember_me: signInForm.shape.remember_me,
  redirect,
});

/** POST /signup. */
export const signUpForm = z.object({
  email,
  ...newPassword,
  plan_code: textOrNone.meta({ description: 'The plan that is wanted.' }),
});

/** POST /signup/resend and POST /forgot. */
export const byMailForm = z.object({ email });

/** POST /forgot/{resetKey}. */
export const resetForm = z.object(newPassword);

const answerWith = <S extends z.ZodRawShape>(details: S) =>
  z.strictObject({ ...envelope, record: z.strictObject({}), details: z.strictObject(details) });

export const signInAnswer = answerWith({ second_step: z.boolean(), redirect: z.string() });
export type SignInAnswer = z.infer<typeof signInAnswer>;

export const secondStepAnswer = answerWith({ redirect: z.string() });

export const passkeyOptionsAnswer = answerWith({
  options: z.string().meta({ description: '`PublicKeyCredentialRequestOptions` as JSON.' }),
});
export type PasskeyOptionsAnswer = z.infer<typeof passkeyOptionsAnswer>;

export const messageAnswer = answerWith({ message: z.string() });

export const signOutAnswer = answerWith({ redirect: z.string() });
