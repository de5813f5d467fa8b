import { useSyncExternalStore } from 'react';
import { watched } from '../lib/watched.ts';

/** `live`: changes arrive by themselves. `paused`: they have not for ten seconds. `off`: nobody listens, or not known yet. */
export type LiveState = 'live' | 'paused' | 'off';

/** Whether what this page shows changes by itself now. While it does not, whoever shows something asks every 15 seconds. */
const state = watched<LiveState>('off');
export const { get: liveState, set: setLiveState } = state;

export function useLiveState(): LiveState {
  return useSyncExternalStore(state.watch, liveState);
}
