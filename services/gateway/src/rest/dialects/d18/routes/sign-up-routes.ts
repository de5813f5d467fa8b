import { requestPasswordReset, resetPassword } from '@onceover/schema/internal/password';
import { refusalsOf } from '@onceover/schema/internal/refused';
import { resendVerification, signUp } from '@onceover/schema/internal/sign-up';
import { choosePassword } from '@onceover/schema/internal/verification';
import { byMailForm, originalNames, resetForm, signUpForm } from '@onceover/schema/rest/doors';
import type { RestAnswer } from '../../../../answers/rest-answer.ts';
import { notAvailable, unknownSecret } from '../../../../http/api-error.ts';
import { limitOf } from '../../../../limits/limit-table.ts';
import { isRefusal, refused } from '../../../refused.ts';
import { type RestRequest, type RestRoute, type RestTools, restRoute } from '../../../rest-route.ts';
import { custidOf } from '../presenters/custid.ts';

const MESSAGE = 'Check your email. We have sent a link to confirm your address.';
const onward = { notice: 'check_your_mail' } as const;

/** POST /signup: asks for an account. Only the email tells whether the address already has one. Source: security 5.3. */
const signUpRoute = restRoute({
  method: 'POST',
  path: '/api/v2/signup',
  refusesTokens: true,
  name: 'signUp',
  summary: 'Sign up',
  description: 'Asks for an account. Only the email tells whether the address already has one.',
  answers: ['message'],
  refuses: [...refusalsOf(signUp), 'not_available'],
  plain: { path: '/signup' },
  limit: limitOf.signUp,
  form: signUpForm,
  otherNames: originalNames,
  async handle(request, tools) {
    const { form, locale } = request;
    if (!tools.features.signUp) throw notAvailable('/signup');
    const { email, password, password_confirm: passwordConfirm, plan_code: planCode = null } = form;
    const result = await tools.ask(signUp, { email, password, passwordConfirm, planCode, locale: locale.code });
    if (isRefusal(result)) throw refused(result);
    return { ...withNewVisitor(request, tools), setCookies: [tools.cookies.signUpMarkCookie(result.mark)] };
  },
});

/** POST /signup/resend: sends the link again. */
const resendRoute = restRoute({
  method: 'POST',
  path: '/api/v2/signup/resend',
  refusesTokens: true,
  name: 'resendVerification',
  summary: 'Send the verification email again',
  answers: ['message'],
  refuses: [...refusalsOf(resendVerification), 'not_available'],
  plain: { path: '/signup/resend' },
  limit: limitOf.resendVerification,
  form: byMailForm,
  otherNames: originalNames,
  async handle(request, { ask, features }) {
    const { form, locale } = request;
    if (!features.signUp) throw notAvailable('/signup');
    const result = await ask(resendVerification, { email: form.email, locale: locale.code });
    if (isRefusal(result)) throw refused(result);
    return answered(request, MESSAGE, onward);
  },
});

/** A visitor who signs up gets a new session id, so whoever planted the old one gains nothing. */
function withNewVisitor(request: RestRequest<unknown>, { tokens }: RestTools): RestAnswer<'message'> {
  if (request.identity !== 'anonymous') return answered(request, MESSAGE, onward);
  const newSession = tokens.newAnonymousSession();
  return { ...answered({ ...request, shrimp: tokens.issue(newSession) }, MESSAGE, onward), newSession };
}

const LONGEST_KEY = 300;

/** POST /forgot: asks for a reset link. The same answer for every address. Source: security 5.3. */
const forgotRoute = restRoute({
  method: 'POST',
  path: '/api/v2/forgot',
  refusesTokens: true,
  name: 'requestPasswordReset',
  summary: 'Ask for a reset link',
  description: 'The answer is the same for every address.',
  answers: ['message'],
  refuses: [...refusalsOf(requestPasswordReset), 'not_available'],
  plain: { path: '/forgot' },
  limit: limitOf.requestPasswordReset,
  form: byMailForm,
  otherNames: originalNames,
  async handle(request, { ask, features }) {
    const { form, locale } = request;
    if (!features.signIn) throw notAvailable('/forgot');
    const result = await ask(requestPasswordReset, { email: form.email, locale: locale.code });
    if (isRefusal(result)) throw refused(result);
    const message = 'Check your email. If there is an account with this address, we have sent a link to it.';
    return answered(request, message, { notice: 'check_your_mail' });
  },
});

/** POST /forgot/{resetKey}: sets the new password. Nobody is signed in by it. */
const resetPasswordRoute = restRoute({
  method: 'POST',
  path: '/api/v2/forgot/:key',
  refusesTokens: true,
  keyName: 'resetKey',
  name: 'resetPassword',
  summary: 'Set a new password',
  description: 'Ends every session of the account. Nobody is signed in by it.',
  answers: ['message'],
  refuses: [...refusalsOf(resetPassword), 'not_available'],
  plain: { path: '/forgot/:key' },
  limit: limitOf.resetPassword,
  form: resetForm,
  otherNames: originalNames,
  async handle(request, { ask, features }) {
    const { form, caller, key } = request;
    if (!features.signIn) throw notAvailable('/forgot');
    const resetKey = key.slice(0, LONGEST_KEY);
    const { password, password_confirm: passwordConfirm } = form;
    const result = await ask(resetPassword, { resetKey, password, passwordConfirm, caller });
    if (isRefusal(result)) throw refused(result);
    return answered(request, 'Your password is changed. Sign in with the new one.', {
      goTo: '/signin',
      notice: 'password_reset',
    });
  },
});

/**
 * POST /api/v2/secret/{secretKey}/password: whoever holds a verification link sets the password of its account, whatever
 * the person who signed up had chosen. Nobody is signed in by it. Source: security 5.3.
 */
const choosePasswordRoute = restRoute({
  method: 'POST',
  path: '/api/v2/secret/:key/password',
  refusesTokens: true,
  keyName: 'secretKey',
  name: 'choosePassword',
  summary: 'Set the password of a new account',
  description:
    'For whoever holds a verification link: verifies the account and sets its password. Nobody is signed in by it.',
  answers: ['message'],
  refuses: [...refusalsOf(choosePassword), 'not_available'],
  limit: limitOf.choosePassword,
  form: resetForm,
  async handle(request, { ask, features }) {
    const { form, caller, key } = request;
    if (!features.signIn) throw notAvailable('/signin');
    const secretKey = key.slice(0, LONGEST_KEY);
    const { password, password_confirm: passwordConfirm } = form;
    const result = await ask(choosePassword, { secretKey, password, passwordConfirm, caller });
    if (isRefusal(result)) throw result.code === 'secret.gone' ? unknownSecret(key) : refused(result);
    return answered(request, 'Your address is confirmed and your password is set. Sign in with it.');
  },
});

/** The answer of these rows: a sentence, the same for every address. */
function answered(
  { caller, shrimp }: Pick<RestRequest<unknown>, 'caller' | 'shrimp'>,
  message: string,
  onward: Pick<RestAnswer, 'goTo' | 'notice'> = {},
): RestAnswer<'message'> {
  const envelope = { success: true, shrimp, custid: custidOf(caller) } as const;
  return { shape: 'message', body: { ...envelope, record: {}, details: { message } }, ...onward };
}

/** Where people ask for an account or a new password, and choose it. */
export const signUpRoutes: readonly RestRoute[] = [
  signUpRoute,
  resendRoute,
  forgotRoute,
  resetPasswordRoute,
  choosePasswordRoute,
];
