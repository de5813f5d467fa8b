import { CircleAlert, CircleCheck, LoaderCircle, ShieldQuestion, TimerOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CaptchaState } from './captcha-state.ts';

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
export function CaptchaBox({ state, isAwaited, onVerify }: CaptchaBoxProps) {
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
      <p className="min-w-0 flex-1" role="status">
        {t(isAwaited && state.kind === 'verifying' ? 'captcha.wait' : `captcha.${state.kind}`)}
      </p>
      {canStart && (
        <button type="button" className="btn btn-quiet" onClick={onVerify}>
          {t(state.kind === 'unverified' ? 'captcha.start' : 'captcha.again')}
        </button>
      )}
    </div>
  );
}
