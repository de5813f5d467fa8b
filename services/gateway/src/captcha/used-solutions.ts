import type { Clock } from '@onceover/service-kit/clock';

/** Which challenges have been solved, or which intents were spent: each counts once, whoever is asked. */
export interface UsedSolutions {
  /**
   * Uses a solved challenge up; false if it was used before, or if no more can be noted. It need not be remembered beyond its
   * expiry: nobody accepts it after that. Whoever used it under a name `by` may do so again.
   */
  use(challenge: string, expires: Date, by?: string): Promise<boolean>;
}

/** Flooding this costs the work of solving each one. */
const MOST_USED = 200_000;

interface Use {
  readonly expires: Date;
  readonly by: string;
}

/** Noted in this process. `whenFull` answers when no more can be noted. */
export function memorySolutions(clock: Clock, most = MOST_USED, whenFull: () => false = () => false): UsedSolutions {
  const used = new Map<string, Use>();
  const forgetExpired = () => {
    const now = clock.now();
    for (const [challenge, { expires }] of used) if (expires <= now) used.delete(challenge);
  };
  return {
    async use(challenge, expires, by = '') {
      const before = used.get(challenge);
      if (before !== undefined) return by !== '' && before.by === by;
      if (used.size >= most) forgetExpired();
      if (used.size >= most) return whenFull();
      used.set(challenge, { expires, by });
      return true;
    },
  };
}
