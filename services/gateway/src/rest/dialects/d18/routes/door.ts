import type { newSession } from '@onceover/schema/internal/sign-in';
import type { z } from 'zod';
import type { AnswerShape } from '../../../../answers/native-answer.ts';
import type { RestAnswer } from '../../../../answers/rest-answer.ts';
import type { RestRequest, RestTools } from '../../../rest-route.ts';

const LONGEST_MARK = 100;

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

/** A mark too long to be one of ours is none. */
const markOf = (sent: string | undefined) => (sent === undefined || sent.length > LONGEST_MARK ? null : sent);

export const deviceMarkOf = ({ deviceMark }: RestRequest<unknown>): string | null => markOf(deviceMark);
export const passkeyMarkOf = ({ passkeyMark }: RestRequest<unknown>): string | null => markOf(passkeyMark);

/** The browser keeps the mark beyond its sessions: it signs in again without waiting for others' wrong passwords. */
export function withDeviceMark<Shape extends AnswerShape>(
  answer: RestAnswer<Shape>,
  deviceMark: string,
  { cookies }: RestTools,
): RestAnswer<Shape> {
  return { ...answer, setCookies: [...(answer.setCookies ?? []), cookies.deviceMarkCookie(deviceMark)] };
}
