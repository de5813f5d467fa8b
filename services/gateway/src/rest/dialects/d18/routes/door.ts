import type { newSession } from '@onceover/schema/internal/sign-in';
import type { z } from 'zod';
import type { RestAnswer } from '../../../../answers/rest-answer.ts';
import type { RestRequest, RestTools } from '../../../rest-route.ts';

/** The cookies of a new session; if it has no remember-me, an old remember-me cookie is removed. */
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

/** The id of a session that accounts stores; null for a visitor's, which only the gateway knows. */
export function storedSession({ identity, session }: RestRequest<unknown>): string | null {
  return identity === 'customer' || identity === 'waiting' ? (session ?? null) : null;
}
