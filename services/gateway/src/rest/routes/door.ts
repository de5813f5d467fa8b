import type { newSession } from '@onceover/schema/internal/sign-in';
import type { RefusalCode } from '@onceover/schema/refusals';
import type { z } from 'zod';
import type { RestAnswer } from '../../answers/rest-answer.ts';
import { notAuthorized } from '../../http/api-error.ts';
import { refused } from '../refused.ts';
import type { RestRequest, RestTools } from '../rest-route.ts';

/** Doors are for browsers: whoever comes with a token has no use for cookies, and gets none. Throws the 403. */
export function refuseTokens({ identity }: Pick<RestRequest<unknown>, 'identity'>): void {
  if (identity === 'token') throw notAuthorized();
}

/** A refusal that the edge itself knows. */
export function refusal(code: RefusalCode): Error {
  return refused({ code });
}

/** Cookies of a fresh session; without remember-me an old one is taken away. */
export function cookiesOf(
  session: z.output<typeof newSession>,
  { cookies }: RestTools,
): Required<Pick<RestAnswer, 'newSession' | 'setCookies'>> {
  const { id, rememberMe } = session;
  return {
    newSession: id,
    setCookies: [rememberMe === null ? cookies.rememberMeRemoved : cookies.rememberMeCookie(rememberMe)],
  };
}

/** The id of a session that accounts keeps; a visitor's own is none of its business. */
export function storedSession({ identity, session }: RestRequest<unknown>): string | null {
  return identity === 'customer' || identity === 'waiting' ? (session ?? null) : null;
}
