/** Requests are good for this long before and after the time that they name, in milliseconds. */
export const GOOD_FOR_MS = 60_000;

const BUCKET_MS = 10_000;
const MOST_IDS = 500_000;

/** Remembers the ids of requests for as long as these could be sent again. */
export class ReplayWindow {
  /** By when the requests were signed. */
  readonly #buckets = new Map<number, Set<string>>();
  readonly #most: number;
  #size = 0;

  constructor(most: number = MOST_IDS) {
    this.#most = most;
  }

  /** Takes note of a request that is good now. `full`: nobody can tell any more whether it is a new one. */
  admit(id: string, signedAt: number, now: number): 'new' | 'seen' | 'full' {
    const bucket = Math.floor(signedAt / BUCKET_MS);
    const known = this.#buckets.get(bucket) ?? this.#open(bucket, now);
    if (known.has(id)) return 'seen';
    if (this.#size >= this.#most) this.#forget(now);
    if (this.#size >= this.#most) return 'full';
    // A copy: the id is a part of the header, which would be kept with it.
    known.add(Buffer.from(id, 'latin1').toString('latin1'));
    this.#size += 1;
    return 'new';
  }

  get size(): number {
    return this.#size;
  }

  #open(bucket: number, now: number): Set<string> {
    this.#forget(now);
    const opened = new Set<string>();
    this.#buckets.set(bucket, opened);
    return opened;
  }

  #forget(now: number): void {
    for (const [bucket, ids] of this.#buckets) {
      if ((bucket + 1) * BUCKET_MS + GOOD_FOR_MS >= now) continue;
      this.#buckets.delete(bucket);
      this.#size -= ids.size;
    }
  }
}
