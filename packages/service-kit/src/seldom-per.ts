const QUIET_MS = 60_000;
const MOST_REASONS = 100;

/**
 * Says the same at most once a minute, by its reason: for what is tried again and again. Gives what saying it gave; undefined where
 * nothing was said.
 */
export function seldomPer<Fields extends object, Result>(
  say: (reason: string, fields: Fields) => Result,
): (reason: string, fields: Fields) => Result | undefined {
  const quietUntil = new Map<string, number>();
  return (reason, fields) => {
    if ((quietUntil.get(reason) ?? 0) > Date.now()) return undefined;
    if (quietUntil.size >= MOST_REASONS) quietUntil.clear();
    quietUntil.set(reason, Date.now() + QUIET_MS);
    return say(reason, fields);
  };
}
