import { useSyncExternalStore } from 'react';
import { watched } from '../lib/watched.ts';
import { pageData } from '../site/page-data.ts';

/** Whether this page believes it is signed in: undefined until a check or a sign-in says so. */
const checked = watched<boolean | undefined>(undefined);

export function isSignedIn(): boolean {
  return checked.get() ?? pageData().authenticated;
}

export const setSignedIn: (isSignedIn: boolean) => void = checked.set;

export function useSignedIn(): boolean {
  return useSyncExternalStore(checked.watch, isSignedIn);
}
