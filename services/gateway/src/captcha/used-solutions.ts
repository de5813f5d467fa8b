import type { Clock } from '@onceover/service-kit/clock';

/** Which challenges have been solved: each counts once, whoever is asked. */
export interface UsedSolutions {
  /**
   * Uses a solved challenge up; false if it was used before, or if no more can be noted. It need not be remembered beyond its
   * expiry: nobody accepts it after that.
   */
  use(challenge: string, expires: Date): Promise<boolean>;
}

/** Flooding this costs the work of solving each one. */
const MOST_USED = 200_000;

/** Noted in this process. */
export function memorySolutions(clock: Clock, most = MOST_USED): UsedSolutions {
  const used = new Map<string, Date>();
  const forgetExpired = () => {
    const now = clock.now();
    for (const [challenge, expires] of used) if (expires <= now) used.delete(challenge);
  };
  return {
    async use(challenge, expires) {
      if (used.has(challenge)) return false;
      if (used.size >= most) forgetExpired();
      if (used.size >= most) return false;
      used.set(challenge, expires);
      return true;
    },
  };
}
