import { useSyncExternalStore } from 'react';
import { pageData } from '../site/page-data.ts';

/** Whether this page believes it is signed in: the page's own flag at first, then what the checks say. */
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

/** The same, for components: they are drawn again when it changes. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(subscribe, isSignedIn);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
