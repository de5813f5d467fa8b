import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormCaptcha } from '../../contracts/form-captcha.ts';
import { announce } from '../../lib/announcer.ts';
import { ApiError } from '../../lib/calls/api-error.ts';
import { codeOf } from '../../lib/calls/refuse.ts';
import { apiPaths } from '../../site/paths.ts';
import { CaptchaBox } from './captcha-box.tsx';
import { useCheck } from './use-check.ts';

const askingCodes: ReadonlySet<string | null> = new Set(['captcha_missing', 'captcha_required', 'captcha_failed']);

/**
 * The captcha of one form. Nobody has to press anything but the form's own button: what is asked for is solved meanwhile.
 * `isExpected`: the server always asks; otherwise the row appears once it does.
 */
export function useCaptcha({ isExpected }: { readonly isExpected: boolean }): FormCaptcha {
  const { t } = useTranslation('public');
  const { state, verify, solve, reset } = useCheck();
  const [isAwaited, setAwaited] = useState(false);
  const [isShown, setShown] = useState(isExpected);
  const isAsked = useRef(isExpected);

  const solved = useCallback(async (): Promise<string> => {
    setAwaited(true);
    try {
      return await solve();
    } catch (error) {
      if (error instanceof ApiError && error.failure === 'no-response') throw error;
      throw new ApiError({ failure: 'refused', url: apiPaths.captchaChallenge, serverMessage: t('captcha.error') });
    } finally {
      setAwaited(false);
    }
  }, [solve, t]);

  const send = useCallback<FormCaptcha['send']>(
    async (call) => {
      // Whatever becomes of the call, its solution is used up; a check that could not be solved keeps saying so.
      const once = (solution: string | null) => call(solution).finally(() => solution !== null && reset());
      const first = isAsked.current ? await solved() : null;
      try {
        return await once(first);
      } catch (error) {
        if (!askingCodes.has(codeOf(error))) throw error;
        // A live region that appears together with its words is not read out, so they are announced.
        if (!isAsked.current) announce(t('captcha.wait'));
        isAsked.current = true;
        setShown(true);
        return await once(await solved());
      }
    },
    [solved, reset, t],
  );

  return { box: isShown ? <CaptchaBox state={state} isAwaited={isAwaited} onVerify={verify} /> : null, send };
}
