import { CaptchaBox } from '../features/solve-captcha/captcha-box.tsx';
import { useCaptcha } from '../features/solve-captcha/use-captcha.ts';
import type { FeedbackCaptcha } from '../features/submit-feedback/feedback-form.tsx';
import { pageData } from '../site/page-data.ts';

/** Visitors solve a captcha before their feedback is accepted; customers do not. */
export function useFeedbackCaptcha(): FeedbackCaptcha | null {
  const { state, verify, reset } = useCaptcha();
  if (pageData().authenticated) return null;
  return {
    kind: state.kind,
    payload: state.kind === 'verified' ? state.payload : null,
    box: <CaptchaBox state={state} onVerify={() => void verify()} />,
    verify: () => void verify(),
    reset,
  };
}
