import { signOut } from '@onceover/schema/internal/sign-in';
import { type SignOutAnswer, signOutForm } from '@onceover/schema/rest/doors';
import { PLACEHOLDER_SHRIMP } from '../../../form-token/form-token.ts';
import { CLEAR_SITE_DATA } from '../../../session/cookies.ts';
import { formReader } from '../../forms/form-reader.ts';
import { restRoute } from '../../rest-route.ts';
import { refuseTokens, storedSession } from './door.ts';

/** POST /logout: ends the session and its remember-me, and takes both cookies away. Source: security 5.1. */
export const signOutRoute = restRoute({
  method: 'POST',
  path: '/api/v2/logout',
  plain: { path: '/logout' },
  extendsIdle: false,
  readForm: formReader(signOutForm),
  async handle(request, { ask, cookies }) {
    refuseTokens(request);
    const sessionId = storedSession(request);
    const rememberMe = request.rememberMe?.slice(0, 300) ?? null;
    if (sessionId !== null || rememberMe !== null) await ask(signOut, { sessionId, rememberMe });
    const body: SignOutAnswer = {
      success: true,
      shrimp: PLACEHOLDER_SHRIMP,
      custid: 'anon',
      record: {},
      details: { redirect: '/' },
    };
    return { body, setCookies: cookies.removed, headers: CLEAR_SITE_DATA, goTo: '/' };
  },
});
