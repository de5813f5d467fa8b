import type { ReactNode } from 'react';
import { Section } from './section.tsx';

interface DataTableProps {
  /** Read out, not shown: the heading above says the same. */
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  readonly isBounded?: boolean;
  readonly testId?: string;
}

/** Written out, because some browsers forget the roles of a table that is laid out as something else. */
const roles = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

/**
 * Rows and columns. Too wide for the window, it scrolls in its own box, which the keyboard reaches; on a phone its rows are
 * cards.
 */
export function DataTable({ caption, columns, rows, isBounded = false, testId }: DataTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <div className={isBounded ? 'chart-table' : 'chart-table max-h-none'} tabIndex={0}>
      <table {...roles.table} data-testid={testId}>
        <caption className="sr-only">{caption}</caption>
        <thead {...roles.rowgroup}>
          <tr {...roles.row}>
            {columns.map((column) => (
              <th key={column} {...roles.columnheader} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roles.rowgroup}>
          {rows.map(({ key, cells: [first, ...others] }) => (
            <tr key={key} {...roles.row}>
              <th {...roles.rowheader} scope="row">
                {first}
              </th>
              {others.map((cell, place) => (
                <td key={columns[place + 1]} {...roles.cell} data-name={columns[place + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface TableSectionProps extends Pick<DataTableProps, 'columns' | 'rows'> {
  readonly title: string;
  readonly text?: string;
}

export function TableSection({ title, text, ...table }: TableSectionProps) {
  return (
    <Section title={title}>
      {text !== undefined && <p className="text-ui text-text-2">{text}</p>}
      <DataTable caption={title} {...table} />
    </Section>
  );
}
