import type { Mutant } from './run-stryker.ts';
import type { Explanation } from './verdict.ts';

/** What came of a group when it last ran; the reports keep it until it runs again. */
export interface GroupResult {
  readonly title: string;
  readonly sources: readonly string[];
  readonly tests: readonly string[];
  readonly date: string;
  readonly commit: string;
  readonly killed: number;
  readonly timedOut: number;
  readonly explained: number;
  readonly score: number;
  readonly survivors: readonly Mutant[];
}

export interface MutationReport {
  /** Of the programs that made it, by name. */
  readonly versions: Readonly<Record<string, string>>;
  readonly groups: Readonly<Record<string, GroupResult>>;
}

const cell = (text: string | number) => String(text).replaceAll('|', '\\|');
const row = (...cells: readonly (string | number)[]) => `| ${cells.map(cell).join(' | ')} |`;
const code = (text: string) => (text === '' ? 'nothing' : text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

/** The report in Markdown. */
export function reportText(
  { versions, groups }: MutationReport,
  explanations: Readonly<Record<string, readonly Explanation[]>>,
): string {
  const used = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const results = Object.entries(groups);
  return [
    '# Mutation testing',
    '',
    'Written by `npm run mutate`; change it by running that again. What was measured stands in [mutation.json](mutation.json).',
    '',
    'One place of a source is changed at a time, such as `<` to `<=` or a call to nothing, and the tests that reach it are run. Whatever',
    'no test notices is a missing test, or is explained below: it changes nothing that anybody could see. The score counts what was',
    'noticed (killed, or it never ended: timeout) among all changes, so that an explained one still costs.',
    '',
    `${used.join(', ')}.`,
    '',
    row('group', 'changes', 'killed', 'timeout', 'explained', 'unexplained', 'score', 'run on (UTC)', 'commit'),
    row(...Array<string>(9).fill('---')),
    ...results.map(([name, result]) => summaryRow(name, result)),
    '',
    ...results.flatMap(([name, result]) => groupLines(result, explanations[name] ?? [])),
  ].join('\n');
}

function summaryRow(
  name: string,
  { killed, timedOut, explained, survivors, score, date, commit }: GroupResult,
): string {
  const all = killed + timedOut + explained + survivors.length;
  return row(name, all, killed, timedOut, explained, survivors.length, `${score.toFixed(1)} %`, date, commit);
}

function groupLines({ title, sources, tests, survivors }: GroupResult, explanations: readonly Explanation[]): string[] {
  return [
    `## ${title}`,
    '',
    `Sources: ${sources.map(code).join(', ')}`,
    '',
    `Tests: ${tests.map(code).join(', ')}`,
    '',
    ...explainedLines(explanations),
    ...(survivors.length === 0 ? [] : ['Not noticed and not explained:', '', ...survivors.map(survivorLine), '']),
  ];
}

function explainedLines(explanations: readonly Explanation[]): string[] {
  if (explanations.length === 0) return [];
  const lines = explanations.map(({ file, text, changes, reason }) =>
    row(`${file.split('/').at(-1)}: ${code(text)}`, changes.map(code).join('<br>'), reason),
  );
  return [row('line', 'change', 'why no test can tell'), row('---', '---', '---'), ...lines, ''];
}

function survivorLine({ file, line, original, replacement }: Mutant): string {
  return `- ${file}:${line}: ${code(original)} becomes ${code(replacement)}`;
}
