import { type ReactNode, useRef, useState } from 'react';
import type { FormCaptcha } from '../../contracts/form-captcha.ts';
import { codeOf } from '../../lib/calls/refuse.ts';

/**
 * The captcha of a form that is hardly ever asked for one: what solves it is loaded once the server asks, so that the page
 * stays light.
 */
export function useCaptchaOnDemand(): FormCaptcha {
  const [box, setBox] = useState<ReactNode>(null);
  const solver = useRef<FormCaptcha['send'] | null>(null);
  const send: FormCaptcha['send'] = async (call) => {
    if (solver.current !== null) return await solver.current(call);
    try {
      return await call({});
    } catch (error) {
      if (codeOf(error) !== 'captcha_missing') throw error;
      solver.current = await (await import('./captcha-solver.tsx')).solverIn(setBox);
      return await solver.current(call);
    }
  };
  return { box, send };
}
