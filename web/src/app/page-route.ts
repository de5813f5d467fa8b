import type { ComponentType } from 'react';
import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import type { BundleName } from '../i18n/bundles.ts';
import { requireTexts } from '../i18n/change-locale.ts';
import { isSignedIn } from '../session/auth-state.ts';

/** How the router enters a page. */
export type PageRoute = Pick<RouteObject, 'Component' | 'loader' | 'lazy'>;

/** A page that loads when it is entered: its code and its texts together. */
export function lazyPage(
  bundles: readonly BundleName[],
  load: () => Promise<ComponentType>,
): NonNullable<PageRoute['lazy']> {
  return async () => {
    const [Component] = await Promise.all([load(), requireTexts(bundles)]);
    return { Component };
  };
}

/** Only for signed-in people; the guard itself is loaded with the first such page. */
export async function guarded({ request }: LoaderFunctionArgs): Promise<null> {
  const { requireSignIn } = await import('../session/require-sign-in.ts');
  return requireSignIn(request);
}

/** Only for visitors: somebody signed in goes elsewhere. */
export function forVisitors(elsewhere: string): null {
  if (isSignedIn()) throw redirect(elsewhere);
  return null;
}
