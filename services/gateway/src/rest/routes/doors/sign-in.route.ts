import { signIn } from '@onceover/schema/internal/sign-in';
import { type SignInAnswer, type SignInForm, signInForm } from '@onceover/schema/rest/doors';
import { safeRedirect } from '@onceover/schema/web/redirect';
import { notAvailable } from '../../../http/api-error.ts';
import { formReader } from '../../forms/form-reader.ts';
import { isRefusal, refused } from '../../refused.ts';
import { restRoute } from '../../rest-route.ts';
import { cookiesOf, refuseTokens, storedSession } from './door.ts';

/**
 * POST /signin: by password. The session id is new whatever came before, and the one that was there ends. One refusal for
 * unknown, wrong, unverified and disabled. Source: security 5.1, 5.3.
 */
export const signInRoute = restRoute<SignInForm>({
  method: 'POST',
  path: '/api/v2/signin',
  plain: { path: '/signin' },
  limit: 'signIn',
  readForm: formReader(signInForm),
  async handle(request, tools) {
    const { form, caller, userAgentFamily } = request;
    const { ask, tokens, site, features } = tools;
    refuseTokens(request);
    if (!features.signIn) throw notAvailable('/signin');
    const { email, password, remember_me: wantsRememberMe } = form;
    const sessionId = storedSession(request);
    const found = await ask(signIn, { email, password, wantsRememberMe, userAgentFamily, sessionId, caller });
    if (isRefusal(found)) throw refused(found);
    const redirect = safeRedirect(form.redirect, site.origin);
    const isSecondStep = found.kind === 'second-step';
    const body: SignInAnswer = {
      success: true,
      shrimp: tokens.issue(found.session.id),
      custid: isSecondStep ? 'anon' : found.custid,
      record: {},
      details: { second_step: isSecondStep, redirect },
    };
    const onward = isSecondStep
      ? { goTo: `/signin?redirect=${encodeURIComponent(redirect)}`, notice: 'second_step' }
      : { goTo: redirect };
    return { body, ...cookiesOf(found.session, tools), ...onward };
  },
});
