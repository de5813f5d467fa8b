import type { Tally } from './trials.ts';

/** What one product did on one day. */
export interface Comparison {
  readonly product: string;
  readonly version: string;
  readonly date: string;
  readonly trials: readonly TrialRow[];
}

export interface TrialRow {
  readonly trial: string;
  readonly tally: Tally;
}

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
const heads = [
  'trial',
  'secrets',
  'opens',
  'content to nobody',
  'once',
  'more than once',
  'most per secret',
  'errors',
  'wrong content',
];

/** As Markdown, for a terminal and for the page of comparisons. */
export function comparisonTable({ product, version, date, trials }: Comparison): string {
  const rows = trials.map(({ trial, tally }) => {
    const { secrets, opens, toNobody, once, moreThanOnce, most, errors, wrong } = tally;
    return row([trial, secrets, opens, toNobody, once, moreThanOnce, most, errors, wrong]);
  });
  const examples = trials.flatMap(({ trial, tally }) =>
    tally.example === undefined ? [] : [`${trial}: ${tally.example}`],
  );
  const notes =
    examples.length === 0 ? [] : ['', 'An error of each:', '', ...examples.map((example) => `- ${example}`)];
  return [`${product} ${version}, ${date}`, '', row(heads), row(heads.map(() => '---')), ...rows, ...notes].join('\n');
}
