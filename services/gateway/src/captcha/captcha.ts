import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '@onceover/schema/caller';
import type { AltchaChallengeAnswer } from '@onceover/schema/rest/site';
import type { Clock } from '@onceover/service-kit/clock';
import { hmac, isEqual, randomBytes, sha256 } from '@onceover/service-kit/crypto';
import { captchaFailed, captchaMissing } from '../http/api-error.ts';
import type { LimitName } from '../limits/limit-table.ts';
import { RateLimited, type RequestLimits } from '../limits/request-limits.ts';
import { parseSolution } from './parse-solution.ts';
import type { UsedSolutions } from './used-solutions.ts';

/** Slows down programs that send forms: ALTCHA, version 1. */
export interface Captcha {
  /** A new challenge, valid for ten minutes. */
  challenge(): { readonly challenge: AltchaChallengeAnswer; readonly expires: Date };
  /** Whether an `authenticity_payload` solves one of these challenges in time; each solution works once. */
  checkCaptcha(payload: string): Promise<boolean>;
  /** The challenge of ours that an `authenticity_payload` solves in time; undefined for any other. It is not used up. */
  challengeSolvedBy(payload: string): string | undefined;
}

const LIFE_SECONDS = 600;
const MAX_NUMBER = 50_000;

/**
 * Challenges signed with one key: nothing is stored until one is solved, and then only that it was, in `used`.
 *
 * @NOTE The salt, which is hashed into the challenge, ends with `&`: without it digits could move from the number into the
 * expiry (CVE-2025-68113).
 *
 * Shape   the challenge is the SHA-256 of salt and number, the signature an HMAC-SHA256 of the challenge
 * Source  security 5.7; REST contract 6
 */
export function createCaptcha(key: Uint8Array, clock: Clock, used: UsedSolutions): Captcha {
  const now = () => Math.floor(clock.now().getTime() / 1000);
  const sign = (challenge: string) => hmac(key, challenge);
  const solvedIn = (payload: string) => {
    const solution = parseSolution(payload);
    if (solution === undefined || solution.number > MAX_NUMBER) return undefined;
    const { challenge, salt, number, signature, expires } = solution;
    if (!isEqual(sign(challenge), Buffer.from(signature, 'hex'))) return undefined;
    return sha256(`${salt}${number}`).toString('hex') === challenge && expires > now()
      ? { challenge, expires }
      : undefined;
  };
  return {
    challenge() {
      const expires = now() + LIFE_SECONDS;
      const salt = `${randomBytes(12).toString('hex')}?expires=${expires}&`;
      const challenge = sha256(`${salt}${randomNumber()}`).toString('hex');
      const signature = sign(challenge).toString('hex');
      return {
        challenge: { algorithm: 'SHA-256', challenge, maxnumber: MAX_NUMBER, salt, signature },
        expires: new Date(expires * 1000),
      };
    },
    async checkCaptcha(payload) {
      const solved = solvedIn(payload);
      return solved !== undefined && (await used.use(solved.challenge, new Date(solved.expires * 1000)));
    },
    challengeSolvedBy: (payload) => solvedIn(payload)?.challenge,
  };
}

/** 0 to 50,000; close enough to uniform for a captcha. */
function randomNumber(): number {
  return randomBytes(4).readUInt32BE() % (MAX_NUMBER + 1);
}

/**
 * Accepts customers, and visitors with a solved challenge, which this uses up. Throws the 400 of REST contract 8.
 * Call it last: a form that is refused anyway should not use up its sender's solution.
 */
export async function requireCaptcha(caller: Caller, payload: string | undefined, captcha: Captcha): Promise<void> {
  if (caller.kind !== 'anonymous') return;
  if (payload === undefined || payload === '') throw captchaMissing();
  if (!(await captcha.checkCaptcha(payload))) throw captchaFailed();
}

/** The header with an `authenticity_payload` where there is no form, as on /graphql. */
const CAPTCHA_HEADER = 'o-authenticity-payload';

export function sentSolution(headers: IncomingHttpHeaders): string | undefined {
  const sent = headers[CAPTCHA_HEADER];
  return typeof sent === 'string' ? sent : undefined;
}

/**
 * Accepts programs too: only who creates a secret on the site, as far as the request tells, is asked for a solution. It slows
 * down, and guards nothing: the limit of creating secrets holds for everybody.
 *
 * Source  security 5.8
 */
export async function requireCaptchaToConceal(
  limits: CaptchaLimits,
  sent: { readonly caller: Caller; readonly payload: string | undefined },
): Promise<void> {
  if (sent.caller.origin.surface === 'web') await requireCaptchaBeyond(limits, 'concealUnproven', sent);
}

/** What `requireCaptchaBeyond` decides by. */
export interface CaptchaLimits {
  readonly captcha: Captcha;
  readonly limits: RequestLimits;
}

/**
 * Accepts customers, visitors with a solved challenge, and visitors without one as long as their network is within the
 * limit. Throws as `requireCaptcha` does.
 */
export async function requireCaptchaBeyond(
  { captcha, limits }: CaptchaLimits,
  limit: LimitName,
  { caller, payload }: { readonly caller: Caller; readonly payload: string | undefined },
): Promise<void> {
  if (caller.kind !== 'anonymous') return;
  if (payload !== undefined && payload !== '') return await requireCaptcha(caller, payload, captcha);
  try {
    await limits.take(limit, { visitors: caller.network });
  } catch (error) {
    throw error instanceof RateLimited ? captchaMissing() : error;
  }
}
