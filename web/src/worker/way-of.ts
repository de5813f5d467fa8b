import { shareTarget } from '@onceover/schema/web/app-files';

/** First parts of paths that hold a key, sign out, or are for programs: nothing of the worker ever stands in their way. */
export const untouched = [
  'secret',
  'private',
  'receipt',
  'metadata',
  'forgot',
  'logout',
  'graphql',
  'api',
  'hooks',
  'exports',
  'health',
  'dist',
] as const;

interface Asked {
  readonly method: string;
  /** How the request came about: `navigate` is a page that is opened. */
  readonly mode: string;
  readonly url: string;
}

/** `take` what another app shares · `stand-in` for a page that cannot arrive · `leave` it to the browser, as if there were no worker. */
export type Way = 'take' | 'stand-in' | 'leave';

/**
 * What the worker does about a request. While there is a connection it leaves all but shared texts alone: a page that it asked for
 * itself would reach the server as if our own page had asked, which undoes what `Sec-Fetch-Site` is for.
 */
export function wayOf({ method, mode, url }: Asked, isOnline: boolean): Way {
  if (mode !== 'navigate') return 'leave';
  const { pathname } = new URL(url);
  if (method === 'POST' && pathname === shareTarget.path) return 'take';
  const [, first = ''] = pathname.split('/');
  const isTouchable = !(untouched as readonly string[]).includes(first.toLowerCase());
  return method === 'GET' && !isOnline && isTouchable ? 'stand-in' : 'leave';
}
