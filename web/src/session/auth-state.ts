import { useSyncExternalStore } from 'react';
import { pageData } from '../site/page-data.ts';

/** Whether this page believes it is signed in: at first from the page data, then from the checks. */
let isAuthenticated: boolean | undefined;
const listeners = new Set<() => void>();

export function isSignedIn(): boolean {
  isAuthenticated ??= pageData().authenticated;
  return isAuthenticated;
}

export function setSignedIn(value: boolean): void {
  isAuthenticated = value;
  for (const listener of listeners) listener();
}

/** The same as a hook: components re-render when it changes. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(subscribe, isSignedIn);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
