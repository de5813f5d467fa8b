const LINE_FEEDS = /\n/g;
/** The second half of a surrogate pair is no character of its own. */
const SECOND_HALVES = /[\udc00-\udfff]/g;
const CHARACTERS_PER_LINE = 80;
const SPARE_LINES = 3;
const MAX_LINES = 30;

/** How many lines a client should reserve to show a text: 4 to 30. Lengths are in Unicode code points. */
export function displayLines(text: string): number {
  const characters = text.length - count(text, SECOND_HALVES);
  const lineFeeds = count(text, LINE_FEEDS);
  const wrapped = Math.floor((CHARACTERS_PER_LINE + characters) / CHARACTERS_PER_LINE);
  return Math.min(MAX_LINES, wrapped + lineFeeds + SPARE_LINES);
}

/** Whether a text has no line feed. */
export function isOneLiner(text: string): boolean {
  return !text.includes('\n');
}

/** Patterns search a text faster than a loop over it. */
function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
