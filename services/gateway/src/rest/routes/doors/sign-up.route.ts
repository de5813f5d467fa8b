import { resendVerification, signUp } from '@onceover/schema/internal/sign-up';
import { type ByMailForm, byMailForm, type SignUpForm, signUpForm } from '@onceover/schema/rest/doors';
import type { RestAnswer } from '../../../answers/rest-answer.ts';
import { notAvailable } from '../../../http/api-error.ts';
import { formReader } from '../../forms/form-reader.ts';
import { isRefusal, refused } from '../../refused.ts';
import { type RestRequest, type RestTools, restRoute } from '../../rest-route.ts';
import { answered } from './by-mail.ts';
import { refuseTokens } from './door.ts';

const MESSAGE = 'Check your mail. We have sent a link to confirm your address.';
const onward = { notice: 'check_your_mail' } as const;

/** POST /signup: asks for an account. Whether the address has one already is told by mail alone. Source: security 5.3. */
export const signUpRoute = restRoute<SignUpForm>({
  method: 'POST',
  path: '/api/v2/signup',
  plain: { path: '/signup' },
  limit: 'signUp',
  readForm: formReader(signUpForm),
  async handle(request, tools) {
    const { form, mailLocale } = request;
    refuseTokens(request);
    if (!tools.features.signUp) throw notAvailable('/signup');
    const { email, password, password_confirm: passwordConfirm, plan_code: planCode = null } = form;
    const result = await tools.ask(signUp, { email, password, passwordConfirm, planCode, locale: mailLocale });
    if (isRefusal(result)) throw refused(result);
    return withNewVisitor(request, tools);
  },
});

/** POST /signup/resend: the link once more, for whoever waits for it. */
export const resendRoute = restRoute<ByMailForm>({
  method: 'POST',
  path: '/api/v2/signup/resend',
  plain: { path: '/signup/resend', page: '/signup' },
  limit: 'resend',
  readForm: formReader(byMailForm),
  async handle(request, { ask, features }) {
    const { form, mailLocale } = request;
    refuseTokens(request);
    if (!features.signUp) throw notAvailable('/signup');
    const result = await ask(resendVerification, { email: form.email, locale: mailLocale });
    if (isRefusal(result)) throw refused(result);
    return answered(request, MESSAGE, onward);
  },
});

/** A visitor who signs up goes on under a new id: whoever planted the old one has nothing. */
function withNewVisitor(request: RestRequest<unknown>, { tokens }: RestTools): RestAnswer {
  if (request.identity !== 'anonymous') return answered(request, MESSAGE, onward);
  const newSession = tokens.newAnonymousSession();
  return { ...answered({ ...request, shrimp: tokens.issue(newSession) }, MESSAGE, onward), newSession };
}
