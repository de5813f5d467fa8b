import type { Caller } from '@onceover/graphql-kit/caller';
import { captchaFailed, captchaMissing } from '../http/api-error.ts';
import type { Captcha } from './captcha.ts';

/**
 * Lets customers pass, and visitors with a solved riddle; it is used up then. Throws the 400 of REST contract 8.
 * Ask it last: a form that is refused anyway should not cost its sender a riddle.
 */
export function requireCaptcha(caller: Caller, payload: string | undefined, captcha: Captcha): void {
  if (caller.kind !== 'anonymous') return;
  if (payload === undefined || payload === '') throw captchaMissing();
  if (!captcha.checkCaptcha(payload)) throw captchaFailed();
}
