import { useEffect, useState } from 'react';
import { subscribe } from '../../gql/live.ts';
import { colonelPulseOperation } from '../../gql/operations/colonel-pulse.generated.ts';
import type { ColonelPulseSubscription } from '../../gql/operations.generated.ts';

export type Pulse = ColonelPulseSubscription['colonelPulse'];

export type Watching = ReturnType<typeof usePulse>;

/** Listens to the pulse while the page is shown and nobody has paused it; what arrived last stays. */
export function usePulse() {
  const [pulse, setPulse] = useState<Pulse | null>(null);
  const [isPaused, pause] = useState(false);
  useEffect(() => {
    if (isPaused) return undefined;
    return subscribe(colonelPulseOperation, () => ({}), {
      next: ({ colonelPulse }) => setPulse(colonelPulse),
      // The rights have ended: the next page load says so.
      error: () => undefined,
    });
  }, [isPaused]);
  return { pulse, isPaused, pause };
}
