import { useEffect, useRef } from 'react';
import { type ActivityListener, listenToActivity } from './activity-stream.ts';

/** Hears what happens for as long as the page is shown. */
export function useActivity(listener: ActivityListener): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(
    () =>
      listenToActivity({
        onItem: (item) => latest.current.onItem(item),
        onGap: () => latest.current.onGap(),
      }),
    [],
  );
}
