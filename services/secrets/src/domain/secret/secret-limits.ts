/**
 * What a caller's plan allows: sizes in characters (code points), lifetimes in seconds, and how many get an email with the
 * link, per secret and per day.
 */
export interface CallerLimits {
  readonly maxCharacters: number;
  readonly maxTtlSeconds: number;
  /** Within the longest. */
  readonly defaultTtlSeconds: number;
  /** The shortest lifetime; a shorter wish becomes `shortTtlSeconds`. */
  readonly minTtlSeconds: number;
  readonly shortTtlSeconds: number;
  readonly maxRecipients: number;
  readonly mailsPerDay: number;
}

export const maxPassphraseCharacters = 256;

/**
 * The lifetime a wish becomes: none or nothing positive gives the default, one that is too short a few minutes, more
 * than the plan allows its maximum. `isAdjusted` when a valid wish was changed.
 */
export function chooseTtl(
  wantedSeconds: number | null,
  limits: Omit<CallerLimits, 'maxRecipients' | 'mailsPerDay'>,
): { readonly ttlSeconds: number; readonly isAdjusted: boolean } {
  const wanted = wantedSeconds === null ? 0 : Math.trunc(wantedSeconds);
  if (!(wanted > 0)) return { ttlSeconds: limits.defaultTtlSeconds, isAdjusted: false };
  const raised = wanted < limits.minTtlSeconds ? limits.shortTtlSeconds : wanted;
  const ttlSeconds = Math.min(raised, limits.maxTtlSeconds);
  return { ttlSeconds, isAdjusted: ttlSeconds !== wanted };
}

/** Seconds that a secret's metadata is kept, from its creation. */
export function metadataTtlSeconds(ttlSeconds: number): number {
  return Math.max(2 * ttlSeconds, 30 * 86_400);
}

/** The claimant of a reveal may fetch the content again, by the database clock. Source: security 4.1 R2. */
export const redeliveryLimits = { seconds: 120, count: 3 } as const;

/** How long the answer of a conceal is replayed for its Idempotency-Key. Source: security 3.5. */
export const replaySeconds = 600;
