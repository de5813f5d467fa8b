/** Where colonels without two-step sign-in are sent, with the notice that says why. */
export const twoStepSetUp = '/account/security?notice=colonel_two_step';

/** Where a sign-in leads when nothing better was asked for. */
export const afterSignIn = '/dashboard';

const LONGEST = 512;

/** Pages that only customers see: the only places a sign-in may lead to. */
const SIGN_IN_ONLY = [
  /^\/dashboard(?:\/desk)?$/,
  /^\/recent$/,
  /^\/account(?:\/(?:security|programs|data))?$/,
  /^\/account\/domains(?:\/add)?$/,
  /^\/account\/domains\/[a-z0-9.-]{1,253}\/verify$/,
  /^\/account\/webhooks\/[0-9a-f-]{36}$/,
  /^\/colonel(?:\/[a-z]{1,20}(?:\/[0-9a-f-]{36})?)?$/,
];

/** Whether a path, without its query, is of a page that needs sign-in. */
export function isSignInOnly(pathname: string): boolean {
  return SIGN_IN_ONLY.some((pattern) => pattern.test(pathname));
}

/**
 * The path and query to go to after sign-in; `/dashboard` for everything that is not plainly a page of ours that needs
 * sign-in. `origin` is the site's own, such as `https://once.example`.
 *
 * Accepted  at most 512 characters; one leading `/`, the second neither `/` nor `\`; no control character, no backslash;
 *           same origin when parsed; written the way the parser writes it, so nothing is hidden in dots or escapes
 * Source    security 6.6; the browser and the gateway share it
 */
export function safeRedirect(target: string | null | undefined, origin: string): string {
  if (target === null || target === undefined || !isPlainPath(target)) return afterSignIn;
  const url = URL.parse(target, origin);
  if (url === null || url.origin !== origin || url.username !== '' || url.hash !== '') return afterSignIn;
  const written = `${url.pathname}${url.search}`;
  return written === target && isSignInOnly(url.pathname) ? written : afterSignIn;
}

function isPlainPath(target: string): boolean {
  if (target.length > LONGEST || !target.startsWith('/') || /^\/[/\\]/.test(target)) return false;
  for (const character of target) {
    const code = character.codePointAt(0) ?? 0;
    if (code <= 0x20 || code === 0x7f || character === '\\') return false;
  }
  return true;
}
