/** Where a page of a list ends: an instant in milliseconds since 1970, and the row among those of that instant. */
export interface PagePosition {
  readonly at: number;
  readonly id: string;
}

/** No page is longer. */
export const mostPerPage = 1000;

/** One page of a list. `end` is where the next one begins, null when there is none; to know, one row more is read. */
export async function readPage<Row>(
  first: number,
  read: (limit: number) => Promise<readonly Row[]>,
  positionOf: (row: Row) => PagePosition,
): Promise<{ readonly rows: readonly Row[]; readonly end: PagePosition | null }> {
  const limit = Math.min(Math.max(first, 1), mostPerPage);
  const found = await read(limit + 1);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, end: found.length > limit && last !== undefined ? positionOf(last) : null };
}
