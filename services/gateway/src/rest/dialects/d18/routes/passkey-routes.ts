import { beginPasskeySignIn, signInByPasskey } from '@onceover/schema/internal/passkey';
import { refusalsOf } from '@onceover/schema/internal/refused';
import { passkeyForm, passkeyOptionsForm } from '@onceover/schema/rest/doors';
import { notAvailable } from '../../../../http/api-error.ts';
import { limitOf } from '../../../../limits/limit-table.ts';
import { isRefusal, refused } from '../../../refused.ts';
import { type RestRoute, restRoute } from '../../../rest-route.ts';
import { deviceMarkOf, passkeyMarkOf, signInAnswer, storedSession, waitingSession } from './door.ts';

/** POST /signin/passkey/options: a challenge for this browser, once, for five minutes. Source: ADR 75 */
const passkeyOptionsRoute = restRoute({
  method: 'POST',
  path: '/api/v2/signin/passkey/options',
  refusesTokens: true,
  name: 'beginPasskeySignIn',
  summary: 'Begin a sign-in by passkey',
  description:
    'Gives a challenge for a passkey, for browsers: for any that the person has for this site, or, for a second step, for those of the account.',
  answers: ['passkeyOptions'],
  refuses: [...refusalsOf(beginPasskeySignIn), 'not_available'],
  limit: limitOf.beginPasskeySignIn,
  extendsIdle: false,
  form: passkeyOptionsForm,
  async handle(request, { ask, cookies, features }) {
    if (!features.signIn) throw notAvailable('/signin');
    const { form, caller, shrimp } = request;
    const begun = await ask(beginPasskeySignIn, {
      waitingSession: form.second_step ? waitingSession(request) : null,
      passkeyMark: passkeyMarkOf(request),
      caller,
    });
    if (isRefusal(begun)) throw refused(begun);
    const { options, passkeyMark } = begun;
    return {
      shape: 'passkeyOptions',
      body: { success: true, shrimp, custid: 'anon', record: {}, details: { options } },
      ...(passkeyMark !== null && { setCookies: [cookies.passkeyMarkCookie(passkeyMark)] }),
    } as const;
  },
});

/** POST /signin/passkey: by passkey alone, or in the place of a code. The session id is always new. Source: ADR 75 */
const passkeyRoute = restRoute({
  method: 'POST',
  path: '/api/v2/signin/passkey',
  refusesTokens: true,
  name: 'signInByPasskey',
  summary: 'Sign in by passkey',
  description:
    'Starts a session, for browsers, or finishes a sign-in whose answer said `second_step`. A passkey that was added without a code is answered by it, too.',
  answers: ['signedIn'],
  refuses: [...refusalsOf(signInByPasskey), 'not_available'],
  limit: limitOf.signInByPasskey,
  form: passkeyForm,
  async handle(request, tools) {
    const { form, caller, userAgentFamily } = request;
    const { ask, features } = tools;
    if (!features.signIn) throw notAvailable('/signin');
    const found = await ask(signInByPasskey, {
      waitingSession: form.second_step ? waitingSession(request) : null,
      passkeyMark: passkeyMarkOf(request),
      answer: form.answer,
      wantsRememberMe: form.remember_me,
      userAgentFamily,
      sessionId: storedSession(request),
      deviceMark: deviceMarkOf(request),
      caller,
    });
    if (isRefusal(found)) throw refused(found);
    return signInAnswer(found, form.redirect, tools);
  },
});

export const passkeyRoutes: readonly RestRoute[] = [passkeyOptionsRoute, passkeyRoute];
