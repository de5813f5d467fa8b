const LINE_FEED = 10;
const CHARACTERS_PER_LINE = 80;
const SPARE_LINES = 3;
const MAX_LINES = 30;

/** How many lines a client should reserve to show a text: 4 to 30. Lengths are in Unicode code points. */
export function displayLines(text: string): number {
  let characters = 0;
  let lineFeeds = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === LINE_FEED) lineFeeds += 1;
    if ((unit & 0xfc00) !== 0xdc00) characters += 1; // the second half of a pair is no character of its own
  }
  const wrapped = Math.floor((CHARACTERS_PER_LINE + characters) / CHARACTERS_PER_LINE);
  return Math.min(MAX_LINES, wrapped + lineFeeds + SPARE_LINES);
}

/** Whether a text has no line feed. */
export function isOneLiner(text: string): boolean {
  return !text.includes('\n');
}
