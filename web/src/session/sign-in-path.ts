import { safeRedirect } from '@onceover/schema/web/redirect';
import { paths } from '../site/paths.ts';

export function signInPath(target: string): string {
  return `${paths.signIn}?redirect=${encodeURIComponent(target)}`;
}

/** Where a sign-in page leads: one of our own paths, otherwise the dashboard. */
export function redirectOf(search: string): string {
  return safeRedirect(new URLSearchParams(search).get('redirect'), location.origin);
}
