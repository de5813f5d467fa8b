import { refusalsOf } from '@onceover/schema/internal/refused';
import { confirmSecondStep, signIn, signOut } from '@onceover/schema/internal/sign-in';
import { originalNames, secondStepForm, signInForm } from '@onceover/schema/rest/doors';
import { safeRedirect } from '@onceover/schema/web/redirect';
import { PLACEHOLDER_SHRIMP } from '../../../../form-token/form-token.ts';
import { captchaFailed, notAvailable } from '../../../../http/api-error.ts';
import { limitOf } from '../../../../limits/limit-table.ts';
import { CLEAR_SITE_DATA } from '../../../../session/cookies.ts';
import { isRefusal, refused } from '../../../refused.ts';
import { type RestRoute, type RestTools, restRoute } from '../../../rest-route.ts';
import { cookiesOf, deviceMarkOf, signInAnswer, storedSession, waitingSession, withDeviceMark } from './door.ts';

/**
 * POST /signin: by password. The session id is always new, and the session that was there ends. An unknown address, a
 * wrong password, an unverified and a disabled account get the same refusal. Source: security 5.1, 5.3.
 */
const signInRoute = restRoute({
  method: 'POST',
  path: '/api/v2/signin',
  refusesTokens: true,
  name: 'signIn',
  summary: 'Sign in',
  description: 'Starts a session, for browsers. An unknown address and a wrong password get the same answer.',
  answers: ['signedIn'],
  refuses: [...refusalsOf(signIn), 'captcha_failed', 'not_available'],
  plain: { path: '/signin' },
  limit: limitOf.signIn,
  form: signInForm,
  otherNames: originalNames,
  async handle(request, tools) {
    const { form, caller, userAgentFamily } = request;
    const { ask, features } = tools;
    if (!features.signIn) throw notAvailable('/signin');
    const { email, password, remember_me: wantsRememberMe } = form;
    const sessionId = storedSession(request);
    const hasSolvedCaptcha = await isSolved(form.authenticity_payload, tools);
    const found = await ask(signIn, {
      email,
      password,
      wantsRememberMe,
      userAgentFamily,
      sessionId,
      deviceMark: deviceMarkOf(request),
      hasSolvedCaptcha,
      caller,
    });
    if (isRefusal(found)) throw refused(found);
    return signInAnswer(found, form.redirect, tools);
  },
});

/** Whether a captcha was sent and is right; a wrong one is refused, so that its sender learns of it. */
async function isSolved(payload: string | undefined, { captcha }: RestTools): Promise<boolean> {
  if (payload === undefined || payload === '') return false;
  if (!(await captcha.checkCaptcha(payload))) throw captchaFailed();
  return true;
}

/** POST /signin/second-step: six digits or a recovery code; a new session replaces the waiting one. */
const secondStepRoute = restRoute({
  method: 'POST',
  path: '/api/v2/signin/second-step',
  refusesTokens: true,
  name: 'confirmSecondStep',
  summary: 'Confirm the second step',
  description: 'Finishes a sign-in whose answer said `second_step`.',
  answers: ['secondStep'],
  refuses: refusalsOf(confirmSecondStep),
  plain: { path: '/signin/second-step', page: '/signin' },
  limit: limitOf.confirmSecondStep,
  form: secondStepForm,
  async handle(request, tools) {
    const { form, caller } = request;
    const { ask, tokens, site } = tools;
    const found = await ask(confirmSecondStep, {
      sessionId: waitingSession(request),
      code: form.code,
      deviceMark: deviceMarkOf(request),
      caller,
    });
    if (isRefusal(found)) throw refused(found);
    const redirect = safeRedirect(form.redirect, site.origin);
    const body = {
      success: true,
      shrimp: tokens.issue(found.session.id),
      custid: found.custid,
      record: {},
      details: { redirect },
    } as const;
    return withDeviceMark(
      { shape: 'secondStep', body, ...cookiesOf(found.session, tools), goTo: redirect },
      found.deviceMark,
      tools,
    );
  },
});

/** POST /logout: ends the session and its remember-me, and removes both cookies. Source: security 5.1. */
const signOutRoute = restRoute({
  method: 'POST',
  path: '/api/v2/logout',
  refusesTokens: true,
  name: 'signOut',
  summary: 'Sign out',
  answers: ['signedOut'],
  plain: { path: '/logout' },
  extendsIdle: false,
  async handle(request, { ask, cookies }) {
    const sessionId = storedSession(request);
    const rememberMe = request.rememberMe?.slice(0, 300) ?? null;
    if (sessionId !== null || rememberMe !== null)
      await ask(signOut, { sessionId, rememberMe, caller: request.caller });
    const body = {
      success: true,
      shrimp: PLACEHOLDER_SHRIMP,
      custid: 'anon',
      record: {},
      details: { redirect: '/' },
    } as const;
    return { shape: 'signedOut', body, setCookies: cookies.removed, headers: CLEAR_SITE_DATA, goTo: '/' };
  },
});

/** The doors through which a customer's session starts and ends. */
export const signInRoutes: readonly RestRoute[] = [signInRoute, secondStepRoute, signOutRoute];
