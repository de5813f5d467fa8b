import { styleText } from 'node:util';
import type { Finding, Verdict } from './finding.ts';

/** What was looked at, and what was found. */
export interface Report {
  readonly version: string;
  /** Where people reach it, such as `https://once.example.com`. */
  readonly site: string;
  /** A site on loopback is a private trial: nobody else can reach it. */
  readonly isTrial: boolean;
  readonly findings: readonly Finding[];
}

export interface ScreenOptions {
  readonly columns: number;
  readonly colours: boolean;
}

const COLOURS = { ok: 'green', look: 'yellow', wrong: 'red' } as const;
const SIGN = 7;
const MARGIN = 2;
const GUIDE = 'docs/OPERATIONS.md';

/** One screen: a line for each finding, then what to do about those that are not in order, then a line that sums up. */
export function screenOf(report: Report, { columns, colours }: ScreenOptions): readonly string[] {
  const paint = (verdict: Verdict, text: string) =>
    colours ? styleText(COLOURS[verdict], text, { validateStream: false }) : text;
  const { findings } = report;
  const names = Math.max(...findings.map(({ check }) => check.length), 0) + 2;
  const lines = findings.flatMap(({ verdict, check, says }) => {
    const [first = '', ...more] = wrapped(says, columns - MARGIN - SIGN - names);
    const start = ' '.repeat(MARGIN) + paint(verdict, verdict.padEnd(SIGN)) + check.padEnd(names);
    return [start + first, ...more.map((line) => ' '.repeat(MARGIN + SIGN + names) + line)];
  });
  const todo = findings.flatMap((each) => todoLines(each, columns, names));
  return [
    `Onceover ${report.version} at ${report.site}`,
    '',
    ...lines,
    ...(todo.length === 0 ? [] : ['', `What to do ("…" is a section of ${GUIDE}):`, ...todo]),
    '',
    ...closing(report, columns).map((line) => paint(worst(findings), line)),
  ];
}

function todoLines({ check, todo, more }: Finding, columns: number, names: number): readonly string[] {
  const parts = [...(todo === undefined ? [] : [todo]), ...(more === undefined ? [] : [`"${more}"`])];
  if (parts.length === 0) return [];
  const [first = '', ...rest] = wrapped(parts.join('  '), columns - MARGIN - names);
  return [' '.repeat(MARGIN) + check.padEnd(names) + first, ...rest.map((line) => ' '.repeat(MARGIN + names) + line)];
}

function closing({ findings, isTrial }: Report, columns: number): readonly string[] {
  const count = (wanted: Verdict) => findings.filter(({ verdict }) => verdict === wanted).length;
  const [wrongs, looks] = [count('wrong'), count('look')];
  const parts = [
    ...(wrongs === 0 ? [] : [`${wrongs} ${wrongs === 1 ? 'thing is' : 'things are'} wrong`]),
    ...(looks === 0 ? [] : [`${looks} ${looks === 1 ? 'is' : 'are'} worth a look`]),
  ];
  const sum =
    parts.length === 0 ? 'Everything is in order.' : `${wrongs === 0 ? 'Nothing is wrong; ' : ''}${parts.join(', ')}.`;
  return [...wrapped(sum, columns), ...(isTrial ? wrapped(TRIAL, columns) : [])];
}

const TRIAL = `This is a private trial: only this machine reaches it. For others, set ONCEOVER_SITE_HOST, ONCEOVER_TRUSTED_PROXIES and ONCEOVER_SMTP_URL (${GUIDE}, "Behind a proxy"), then run this again.`;

/** The worst of what was found. */
export function worst(findings: readonly Finding[]): Verdict {
  const verdicts = new Set(findings.map(({ verdict }) => verdict));
  return verdicts.has('wrong') ? 'wrong' : verdicts.has('look') ? 'look' : 'ok';
}

/** Breaks a text between words, so that no line is longer; a word that is longer than a line stays whole. */
function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length > width && line !== '') {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line].map((each) => each.trimEnd());
}
