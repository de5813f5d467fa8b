import { useSyncExternalStore } from 'react';

/** `live`: changes arrive by themselves. `paused`: they have not for ten seconds. `off`: nobody listens, or not known yet. */
export type LiveState = 'live' | 'paused' | 'off';

let state: LiveState = 'off';
const watchers = new Set<() => void>();

/** Whether what this page shows changes by itself now. While it does not, whoever shows something asks every 15 seconds. */
export function liveState(): LiveState {
  return state;
}

export function setLiveState(next: LiveState): void {
  if (next === state) return;
  state = next;
  for (const watcher of watchers) watcher();
}

export function useLiveState(): LiveState {
  return useSyncExternalStore(watch, liveState);
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
