import type { Caller } from '@onceover/graphql-kit/caller';
import type { Clock } from '@onceover/service-kit/clock';
import { hmac, isEqual, randomBytes, sha256 } from '@onceover/service-kit/crypto';
import { captchaFailed, captchaMissing } from '../http/api-error.ts';
import { parseSolution } from './parse-solution.ts';

/** A riddle as `/api/v2/altcha/challenge` gives it. */
export interface CaptchaChallenge {
  readonly algorithm: 'SHA-256';
  /** Hexadecimal SHA-256 of salt followed by number. */
  readonly challenge: string;
  readonly maxnumber: number;
  /** 24 hexadecimal digits and `?expires=UNIX&`. */
  readonly salt: string;
  /** Hexadecimal HMAC-SHA256 of the challenge. */
  readonly signature: string;
}

/** Friction for programs that send forms: ALTCHA, version 1. */
export interface Captcha {
  /** A fresh riddle, good for ten minutes. */
  challenge(): { readonly challenge: CaptchaChallenge; readonly expires: Date };
  /** Whether an `authenticity_payload` solves a riddle of ours in time; good once. */
  checkCaptcha(payload: string): boolean;
}

const LIFE_SECONDS = 600;
const MAX_NUMBER = 50_000;
/** Solved riddles are kept until they expire; whoever floods this has done the work for it. */
const MOST_USED = 200_000;

/**
 * Riddles signed under one key: nothing is stored until one is solved, and then only that it was.
 *
 * @NOTE The salt ends with `&`, inside what the challenge is a hash of: without it digits could move from the number into
 * the expiry (CVE-2025-68113).
 *
 * Source  security 5.7; REST contract 6
 */
export function createCaptcha(key: Uint8Array, clock: Clock): Captcha {
  const used = new Map<string, number>();
  const now = () => Math.floor(clock.now().getTime() / 1000);
  const sign = (challenge: string) => hmac(key, challenge);
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
    checkCaptcha(payload) {
      const solution = parseSolution(payload);
      if (solution === undefined || solution.number > MAX_NUMBER) return false;
      const { challenge, salt, number, signature, expires } = solution;
      if (!isEqual(sign(challenge), Buffer.from(signature, 'hex'))) return false;
      if (sha256(`${salt}${number}`).toString('hex') !== challenge || expires <= now()) return false;
      if (used.has(challenge)) return false;
      if (used.size >= MOST_USED) forgetExpired(used, now());
      if (used.size >= MOST_USED) return false;
      used.set(challenge, expires);
      return true;
    },
  };
}

/** 0 to 50,000, every number equally likely as far as friction cares. */
function randomNumber(): number {
  return randomBytes(4).readUInt32BE() % (MAX_NUMBER + 1);
}

function forgetExpired(used: Map<string, number>, now: number): void {
  for (const [challenge, expires] of used) if (expires <= now) used.delete(challenge);
}

/**
 * Lets customers pass, and visitors with a solved riddle; it is used up then. Throws the 400 of REST contract 8.
 * Ask it last: a form that is refused anyway should not cost its sender a riddle.
 */
export function requireCaptcha(caller: Caller, payload: string | undefined, captcha: Captcha): void {
  if (caller.kind !== 'anonymous') return;
  if (payload === undefined || payload === '') throw captchaMissing();
  if (!captcha.checkCaptcha(payload)) throw captchaFailed();
}
