const QUIET_MS = 60_000;
const MOST_REASONS = 100;

/** Says the same at most once a minute, by its reason: for what is tried again and again. */
export function seldomPer(say: (reason: string, fields: object) => void): (reason: string, fields: object) => void {
  const quietUntil = new Map<string, number>();
  return (reason, fields) => {
    if ((quietUntil.get(reason) ?? 0) > Date.now()) return;
    if (quietUntil.size >= MOST_REASONS) quietUntil.clear();
    quietUntil.set(reason, Date.now() + QUIET_MS);
    say(reason, fields);
  };
}
