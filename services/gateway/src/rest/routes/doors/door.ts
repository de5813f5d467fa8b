import type { RefusalCode } from '@onceover/schema/refusals';
import type { RestAnswer } from '../../../answers/rest-answer.ts';
import { notAuthorized } from '../../../http/api-error.ts';
import type { NewSessionData } from '../../../operations/doors/sign-in.operation.ts';
import type { RefusalData } from '../../../operations/stored-operation.ts';
import { refused } from '../../refused.ts';
import type { RestRequest, RestTools } from '../../rest-route.ts';

/** Doors are for browsers: whoever comes with a token has no use for cookies, and gets none. Throws the 403. */
export function refuseTokens({ identity }: Pick<RestRequest<unknown>, 'identity'>): void {
  if (identity === 'token') throw notAuthorized();
}

/** A refusal that the edge itself knows. */
export function refusal(code: RefusalCode): Error {
  return refused({ __typename: '', code, message: '' } satisfies RefusalData);
}

/** Cookies of a fresh session; without remember-me an old one is taken away. */
export function cookiesOf(
  session: NewSessionData,
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
