/** Rows that follow one another in a list; they are laid out together when they come into sight. */
export interface RowGroup {
  readonly id: number;
  readonly rows: readonly string[];
}

/** Of fewer rows, watching which groups come into sight costs more than what is not laid out saves. */
export const rowsInGroup = 20;
/** So many it holds once new rows have joined it. */
export const mostInGroup = 2 * rowsInGroup;

/**
 * Parts a list into groups. A row stays in the group it had `before`, as an element that moves to another loses the focus and what is
 * typed in it; new rows join their neighbours, or are groups of their own. Only where too many come between the rows of a group, it is parted.
 */
export function groupRows(rows: readonly string[], before: readonly RowGroup[]): readonly RowGroup[] {
  const homes = new Map(before.flatMap((group) => group.rows.map((row) => [row, group.id] as const)));
  const runs = runsOf(rows, homes);
  const sizes = sizesOf(runs);
  const groups: { id: number; rows: string[] }[] = [];
  let unused = Math.max(0, ...before.map(({ id }) => id + 1));
  const isOpen = (id: number) => groups.at(-1)?.id === id || groups.every((group) => group.id !== id);
  const put = (id: number, some: readonly string[]) => {
    const last = groups.at(-1);
    if (last?.id === id) last.rows.push(...some);
    else groups.push({ id, rows: [...some] });
  };
  for (const [place, { home, rows: some }] of runs.entries()) {
    if (home !== null && isOpen(home)) {
      put(home, some);
      continue;
    }
    const next = runs[place + 1]?.home ?? null;
    const size = next === null ? 0 : (sizes.get(next) ?? 0) + some.length;
    if (next !== null && isOpen(next) && size <= mostInGroup) {
      put(next, some);
      sizes.set(next, size);
    } else
      for (const row of some) {
        const last = groups.at(-1)?.id;
        // Counted are also those of its rows that are still to come.
        const into = last !== undefined && (sizes.get(last) ?? 0) < rowsInGroup ? last : unused++;
        put(into, [row]);
        sizes.set(into, (sizes.get(into) ?? 0) + 1);
      }
  }
  return groups;
}

interface Run {
  /** Null: they are new. */
  readonly home: number | null;
  readonly rows: string[];
}

/** The rows in runs that had the same home. */
function runsOf(rows: readonly string[], homes: ReadonlyMap<string, number>): readonly Run[] {
  const runs: Run[] = [];
  for (const row of rows) {
    const home = homes.get(row) ?? null;
    const last = runs.at(-1);
    if (last?.home === home) last.rows.push(row);
    else runs.push({ home, rows: [row] });
  }
  return runs;
}

function sizesOf(runs: readonly Run[]): Map<number, number> {
  const sizes = new Map<number, number>();
  for (const { home, rows } of runs) if (home !== null) sizes.set(home, (sizes.get(home) ?? 0) + rows.length);
  return sizes;
}
