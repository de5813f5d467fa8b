import type { SignInAnswer } from '@onceover/schema/rest/doors';
import { api } from '../../lib/calls/api.ts';
import { apiPaths } from '../../site/paths.ts';

export interface SignInFields {
  readonly email: string;
  readonly password: string;
  readonly isRemembered: boolean;
  /** A solved captcha, when one was asked for. */
  readonly captcha: string | null;
}

/** Signs in by password; `second-step` if a code is needed as well. Throws ApiError if refused. */
export async function signIn(fields: SignInFields, redirect: string): Promise<'signed-in' | 'second-step'> {
  const { details } = await api<SignInAnswer>({
    path: apiPaths.signIn,
    form: {
      email: fields.email.trim(),
      password: fields.password,
      redirect,
      ...(fields.isRemembered ? { remember_me: 'true' } : {}),
      ...(fields.captcha === null ? {} : { authenticity_payload: fields.captcha }),
    },
  });
  return details.second_step ? 'second-step' : 'signed-in';
}

/** Finishes a sign-in with six digits or a recovery code. Throws ApiError if refused. */
export async function confirmSecondStep(code: string, redirect: string): Promise<void> {
  await api({ path: apiPaths.secondStep, form: { code: code.trim(), redirect } });
}
