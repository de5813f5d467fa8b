import { RateLimited } from './request-limits.ts';

/** Whose sockets they are, and how many may be open at once. */
export interface PlaceOwner {
  readonly who: string;
  readonly most: number;
}

/** How many sockets each owner has open. */
export interface SocketPlaces {
  /** Gives a socket a place until it is disposed. Throws `RateLimited` if there is none left. */
  placeFor(owner: PlaceOwner): Promise<Disposable>;
}

const RETRY_SECONDS = 30;

export function noPlace(): RateLimited {
  return new RateLimited(RETRY_SECONDS);
}

/** Places counted in this process. */
export function memoryPlaces(): SocketPlaces {
  const counts = new Map<string, number>();
  return {
    async placeFor({ who, most }) {
      const count = counts.get(who) ?? 0;
      if (count >= most) throw noPlace();
      counts.set(who, count + 1);
      const place = new DisposableStack();
      place.defer(() => {
        const left = (counts.get(who) ?? 1) - 1;
        if (left === 0) counts.delete(who);
        else counts.set(who, left);
      });
      return place;
    },
  };
}

/** For benchmarks and tests on loopback. */
export const unlimitedPlaces: SocketPlaces = { placeFor: async () => new DisposableStack() };
