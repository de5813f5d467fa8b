/** The five states of the widget. `payload` is what the form sends. Source: specification 4 */
export type CaptchaState =
  | { readonly kind: 'unverified' }
  | { readonly kind: 'verifying' }
  | { readonly kind: 'verified'; readonly payload: string; readonly expiresAt: number | null }
  | { readonly kind: 'error' }
  | { readonly kind: 'expired' };

export type CaptchaEvent =
  | { readonly kind: 'started' }
  | { readonly kind: 'solved'; readonly payload: string; readonly expiresAt: number | null }
  | { readonly kind: 'failed' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'reset' };

/** The state after an event; events that come too late change nothing. */
export function captchaAfter(state: CaptchaState, event: CaptchaEvent): CaptchaState {
  switch (event.kind) {
    case 'started':
      return { kind: 'verifying' };
    case 'solved':
      if (state.kind !== 'verifying') return state;
      return { kind: 'verified', payload: event.payload, expiresAt: event.expiresAt };
    case 'failed':
      return state.kind === 'verifying' ? { kind: 'error' } : state;
    case 'expired':
      return state.kind === 'verified' ? { kind: 'expired' } : state;
    case 'reset':
      return { kind: 'unverified' };
  }
}
