import type { awaitingSecondStep, newSession, signedIn } from '@onceover/schema/internal/sign-in';
import { safeRedirect } from '@onceover/schema/web/redirect';
import type { z } from 'zod';
import type { AnswerShape } from '../../../../answers/native-answer.ts';
import type { RestAnswer } from '../../../../answers/rest-answer.ts';
import { refused } from '../../../refused.ts';
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

/** The id of the session that waits for its second step. Refuses account.second-step-expired */
export function waitingSession({ identity, session }: RestRequest<unknown>): string {
  if (identity !== 'waiting' || session === undefined) throw refused({ code: 'account.second-step-expired' });
  return session;
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

type SignInOutcome = z.output<typeof signedIn> | z.output<typeof awaitingSecondStep>;

/** In, by whatever was shown, or on to the second step. */
export function signInAnswer(
  found: SignInOutcome,
  wantedRedirect: string | undefined,
  tools: RestTools,
): RestAnswer<'signedIn'> {
  const redirect = safeRedirect(wantedRedirect, tools.site.origin);
  const isSecondStep = found.kind === 'second-step';
  const body = {
    success: true,
    shrimp: tools.tokens.issue(found.session.id),
    custid: isSecondStep ? 'anon' : found.custid,
    record: {},
    details: { second_step: isSecondStep, redirect },
  } as const;
  const onward = isSecondStep
    ? { goTo: `/signin?redirect=${encodeURIComponent(redirect)}`, notice: 'second_step' }
    : { goTo: redirect };
  const answer = { shape: 'signedIn', body, ...cookiesOf(found.session, tools), ...onward } as const;
  return isSecondStep ? answer : withDeviceMark(answer, found.deviceMark, tools);
}
