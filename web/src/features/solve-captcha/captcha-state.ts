/** A solved captcha: what the form sends, and for how many milliseconds it lasts; null: it does not expire. */
export interface Solution {
  readonly payload: string;
  readonly lifeMs: number | null;
}

/** The five states of the widget. Source: specification 4 */
export type CaptchaState =
  | { readonly kind: 'unverified' }
  | { readonly kind: 'verifying' }
  | { readonly kind: 'verified'; readonly solution: Solution }
  | { readonly kind: 'error' }
  | { readonly kind: 'expired' };

export type CaptchaEvent =
  | { readonly kind: 'started' }
  | { readonly kind: 'solved'; readonly solution: Solution }
  | { readonly kind: 'failed' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'reset' };

/** The state after an event; events that come too late change nothing. */
export function captchaAfter(state: CaptchaState, event: CaptchaEvent): CaptchaState {
  switch (event.kind) {
    case 'started':
      return { kind: 'verifying' };
    case 'solved':
      return state.kind === 'verifying' ? { kind: 'verified', solution: event.solution } : state;
    case 'failed':
      return state.kind === 'verifying' ? { kind: 'error' } : state;
    case 'expired':
      return state.kind === 'verified' ? { kind: 'expired' } : state;
    case 'reset':
      return { kind: 'unverified' };
  }
}
