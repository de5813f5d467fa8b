/** Rows by list, each list from top to bottom. */
type Lists = readonly (readonly string[])[];

/**
 * The new rows that wait: while somebody points at a row or stands in one, what would push rows down is held back, so that
 * nothing moves away from under them. A row that was shown before, even in another list, never waits, and neither does one
 * below which nothing stands.
 */
export function heldRows(lists: Lists, shown: ReadonlySet<string>, isBusy: boolean): ReadonlySet<string> {
  if (!isBusy) return new Set();
  return new Set(
    lists.flatMap((rows) => {
      const last = rows.findLastIndex((row) => shown.has(row));
      return rows.slice(0, Math.max(last, 0)).filter((row) => !shown.has(row));
    }),
  );
}
