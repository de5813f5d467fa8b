import { CircleAlert, CircleCheck, LoaderCircle, ShieldQuestion, TimerOff } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormCaptcha } from '../../contracts/form-captcha.ts';
import { announce } from '../../lib/announcer.ts';
import { ApiError } from '../../lib/calls/api-error.ts';
import { codeOf } from '../../lib/calls/refuse.ts';
import { apiPaths } from '../../site/paths.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import type { CaptchaState } from './captcha-state.ts';
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

  const solved = async (): Promise<string> => {
    setAwaited(true);
    try {
      return await solve();
    } catch (error) {
      if (error instanceof ApiError && error.failure === 'no-response') throw error;
      throw new ApiError({ failure: 'refused', url: apiPaths.captchaChallenge, serverMessage: t('captcha.error') });
    } finally {
      setAwaited(false);
    }
  };

  const send: FormCaptcha['send'] = async (call) => {
    // Whatever becomes of the call, its solution is used up; a check that could not be solved keeps saying so.
    const solvedCall = async () => {
      const solution = await solved();
      return await call({ authenticity_payload: solution }).finally(reset);
    };
    try {
      return await (isAsked.current ? solvedCall() : call({}));
    } catch (error) {
      if (!askingCodes.has(codeOf(error))) throw error;
      // A live region that appears together with its words is not read out, so they are announced.
      if (!isAsked.current) announce(t('captcha.wait'));
      isAsked.current = true;
      setShown(true);
      return await solvedCall();
    }
  };

  return { box: isShown ? <CaptchaBox state={state} isAwaited={isAwaited} onVerify={verify} /> : null, send };
}

const looks = {
  unverified: { Icon: ShieldQuestion, colour: 'text-text-2' },
  verifying: { Icon: LoaderCircle, colour: 'text-text-2 motion-safe:animate-spin' },
  verified: { Icon: CircleCheck, colour: 'text-success' },
  error: { Icon: CircleAlert, colour: 'text-danger' },
  expired: { Icon: TimerOff, colour: 'text-warning' },
} as const;

interface CaptchaBoxProps {
  readonly state: CaptchaState;
  /** The form has been sent and waits for the solution. */
  readonly isAwaited: boolean;
  readonly onVerify: () => void;
}

/**
 * One row that shows the state of the check as an icon and words, as high with its button as without. Sending the form
 * solves the check; the button is for whoever wants to do it before, or again.
 */
function CaptchaBox({ state, isAwaited, onVerify }: CaptchaBoxProps) {
  const { t } = useTranslation('public');
  const { Icon, colour } = looks[state.kind];
  const canStart = state.kind === 'unverified' || state.kind === 'error' || state.kind === 'expired';
  return (
    <div
      className="flex min-h-18 flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-border p-3 text-ui"
      data-testid="captcha"
      data-state={state.kind}
    >
      <input
        type="hidden"
        name="authenticity_payload"
        value={state.kind === 'verified' ? state.solution.payload : ''}
      />
      <Icon className={`size-5 shrink-0 ${colour}`} strokeWidth={1.75} aria-hidden="true" />
      <p className="min-w-0 grow basis-44" role="status">
        {t(isAwaited && state.kind === 'verifying' ? 'captcha.wait' : `captcha.${state.kind}`)}
      </p>
      {canStart && (
        <ActionButton onClick={onVerify}>
          {t(state.kind === 'unverified' ? 'captcha.start' : 'captcha.again')}
        </ActionButton>
      )}
    </div>
  );
}
