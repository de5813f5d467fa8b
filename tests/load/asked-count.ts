/** The one word after a benchmark's name: how many of something. What is no such number ends it, with what to write instead. */
export function askedCount(
  of: string,
  usual: number,
  { least = 1, most = 10_000_000, words = process.argv.slice(2) } = {},
): number {
  const [word, ...more] = words;
  if (word === undefined) return usual;
  const count = Number(word.replaceAll('_', ''));
  if (more.length === 0 && Number.isInteger(count) && count >= least && count <= most) return count;
  console.error(`Say how many ${of}, ${least} to ${most}, and nothing else; without it: ${usual}.`);
  process.exit(2);
}
