export type Cell = string | number | null;

/** A plain table: the first row is the heading; all but the first column are aligned right. Null is shown as a dash. */
export function table(rows: readonly (readonly Cell[])[], leftColumns = 1): string {
  const cells = rows.map((row) => row.map(shown));
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
  return cells
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return column < leftColumns ? cell.padEnd(width) : cell.padStart(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function shown(cell: Cell): string {
  if (cell === null) return '–';
  return typeof cell === 'number' ? rounded(cell) : cell;
}

function rounded(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
