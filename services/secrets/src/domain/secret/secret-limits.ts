/** What a caller's plan allows: sizes in characters (code points), lifetimes in seconds. */
export interface SecretLimits {
  readonly maxCharacters: number;
  readonly maxTtlSeconds: number;
  /** As the operator set it; `chooseTtl` keeps it within the longest. */
  readonly defaultTtlSeconds: number;
  /** The shortest lifetime; a shorter wish becomes `shortTtlSeconds`. */
  readonly minTtlSeconds: number;
  readonly shortTtlSeconds: number;
}

/** What it allows altogether: also how many get a mail with the link, per secret and per day. */
export interface CallerLimits extends SecretLimits {
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
  limits: SecretLimits,
): { readonly ttlSeconds: number; readonly isAdjusted: boolean } {
  const wanted = wantedSeconds === null ? 0 : Math.trunc(wantedSeconds);
  if (!(wanted > 0)) {
    return { ttlSeconds: Math.min(limits.defaultTtlSeconds, limits.maxTtlSeconds), isAdjusted: false };
  }
  const raised = wanted < limits.minTtlSeconds ? limits.shortTtlSeconds : wanted;
  const ttlSeconds = Math.min(raised, limits.maxTtlSeconds);
  return { ttlSeconds, isAdjusted: ttlSeconds !== wanted };
}

/** A text cut to a number of characters; a character is a code point, so that no emoji is halved. */
export function cutTo(
  text: string,
  maxCharacters: number,
): { readonly text: string; readonly characters: number; readonly isTruncated: boolean } {
  if (!half.test(text)) return cutPlain(text, maxCharacters);
  let characters = 0;
  let cutAt = text.length;
  for (let index = 0; index < text.length; index += 1) {
    if (characters === maxCharacters) cutAt = index;
    characters += 1;
    if (isPairAt(text, index)) index += 1;
  }
  const isTruncated = characters > maxCharacters;
  return { text: isTruncated ? text.slice(0, cutAt) : text, characters, isTruncated };
}

/** Without pairs every unit is a character. */
function cutPlain(text: string, maxCharacters: number): ReturnType<typeof cutTo> {
  const isTruncated = text.length > maxCharacters;
  return { text: isTruncated ? text.slice(0, maxCharacters) : text, characters: text.length, isTruncated };
}

const half = /[\ud800-\udfff]/;

/** Length in code points. */
export function countCharacters(text: string): number {
  let characters = text.length;
  for (let index = 0; index < text.length - 1; index += 1) {
    if (!isPairAt(text, index)) continue;
    characters -= 1;
    index += 1;
  }
  return characters;
}

function isPairAt(text: string, index: number): boolean {
  const high = text.charCodeAt(index);
  if (high < 0xd800 || high > 0xdbff) return false;
  const low = text.charCodeAt(index + 1);
  return low >= 0xdc00 && low <= 0xdfff;
}

/** Seconds that a secret's metadata is kept, from its creation. */
export function metadataTtlSeconds(ttlSeconds: number): number {
  return Math.max(2 * ttlSeconds, 30 * 86_400);
}
