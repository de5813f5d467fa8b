/** Limits on tries; times in seconds. Source: security 5.2, 5.4, 5.8 */
const quarter = 900;
const hour = 3600;
const day = 86_400;

/** How often something may be tried, by whom; `subject` is stored as an HMAC. */
export interface AttemptRule {
  readonly purpose: string;
  readonly subject: readonly string[];
  readonly limit: number;
  readonly windowSeconds: number;
  /** At the limit, no tries for this long. Without it, none until the window ends. */
  readonly lockSeconds?: number;
  /** Instead of a lock, a growing delay between tries. */
  readonly firstDelaySeconds?: number;
  readonly longestDelaySeconds?: number;
}

/** After this many wrong passwords in a row, only a reset helps. */
export const streakThatNeedsReset = 100;

/** What lets a try pass the delay of an address: the mark of a browser that signed in before, or a solved captcha. */
export type DelayPass = { readonly kind: 'known-device'; readonly mark: string } | { readonly kind: 'captcha' } | null;

/**
 * Sign-in: five wrong ones from one network lock the pair for half an hour; thirty for one address from anywhere slow
 * everybody down but never lock (else anybody could lock anybody out); fifty from one network block that network.
 * With a pass, the delay of the address does not count; a mark is good for ten wrong tries, should somebody have stolen it.
 */
export function signInRules(
  email: string,
  network: string,
  pass: DelayPass = null,
): readonly [pair: AttemptRule, ...shared: AttemptRule[]] {
  return [
    { purpose: 'sign-in', subject: [email, network], limit: 5, windowSeconds: quarter, lockSeconds: 2 * quarter },
    networkRule(network),
    ...(pass === null ? [addressRule(email)] : []),
    ...(pass?.kind === 'known-device' ? [deviceRule(email, pass.mark)] : []),
  ];
}

function addressRule(email: string): AttemptRule {
  return {
    purpose: 'sign-in-email',
    subject: [email],
    limit: 30,
    windowSeconds: quarter,
    firstDelaySeconds: 1,
    longestDelaySeconds: 30,
  };
}

function deviceRule(email: string, mark: string): AttemptRule {
  return { purpose: 'sign-in-device', subject: [email, mark], limit: 10, windowSeconds: quarter };
}

/** Codes of the second step, at sign-in and when settings change. */
export function codeRule(accountRef: string): AttemptRule {
  return { purpose: 'code', subject: [accountRef], limit: 5, windowSeconds: quarter };
}

/** Sign-ins of one network, by password or by passkey, which names no address before it is right. */
export function networkRule(network: string): AttemptRule {
  return { purpose: 'sign-in-network', subject: [network], limit: 50, windowSeconds: quarter };
}

/** The password, when somebody who is signed in has to enter it again. */
export function confirmationRule(accountRef: string): AttemptRule {
  return { purpose: 'password', subject: [accountRef], limit: 5, windowSeconds: quarter };
}

/** Emails that anybody who knows an address can cause to be sent. */
export function mailRules(kind: 'sign-up' | 'resend' | 'reset', email: string): readonly AttemptRule[] {
  const subject = [email];
  if (kind === 'reset') return [{ purpose: 'reset', subject, limit: 5, windowSeconds: hour }];
  return [
    { purpose: `${kind}-minute`, subject, limit: 1, windowSeconds: 60 },
    { purpose: `${kind}-day`, subject, limit: 5, windowSeconds: day },
  ];
}
