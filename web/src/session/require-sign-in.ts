import { redirect } from 'react-router';
import { ApiError } from '../lib/calls/api-error.ts';
import { pageData } from '../site/page-data.ts';
import { apiPaths } from '../site/paths.ts';
import { isSignedIn } from './auth-state.ts';
import { dropSession, recheck } from './session.ts';
import { adoptPageData } from './session-page-data.ts';
import { signInPath } from './sign-in-path.ts';

export { untilSessionEnds } from './until-session-ends.tsx';

/**
 * Lets signed-in people through; anybody else goes to the sign-in page and comes back.
 *
 * Refuses  ApiError if the server cannot be reached and the page does not know of a session
 * Source   specification 2; web reference 1.6
 */
export async function requireSignIn(request: Request): Promise<null> {
  const { pathname, search } = new URL(request.url);
  const target = pathname + search;
  const outcome = await recheck();
  if (outcome === 'refused') {
    dropSession();
    throw redirect(signInPath(target));
  }
  if (outcome === 'unreachable' && !isSignedIn())
    throw new ApiError({ failure: 'no-response', url: apiPaths.authCheck });
  if (pageData().cust === null) await adoptPageData(target).catch(() => undefined);
  return null;
}
