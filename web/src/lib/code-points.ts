/** Lengths are Unicode code points, as on the server: an emoji outside the first plane counts once. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The first `max` code points of a text; never half of a surrogate pair. */
export function cutCodePoints(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = 0;
  let count = 0;
  for (const point of text) {
    if (count === max) break;
    end += point.length;
    count += 1;
  }
  return text.slice(0, end);
}
