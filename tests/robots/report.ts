import { table } from '../load/table.ts';
import type { Figures } from './measure.ts';
import type { Met } from './meet.ts';
import { people } from './people.ts';
import type { Robot } from './robot.ts';
import { zoo } from './zoo.ts';

/** What robots did at some time, as it is kept in `before.json`. */
interface Kept {
  readonly at: string;
  readonly commit: string;
  readonly robots: readonly Pick<Figures, 'name' | 'secrets' | 'opened'>[];
}

export interface Report {
  /** The same robots, before the page weighed who opens a link. */
  readonly before: Kept;
  readonly robots: readonly Figures[];
  readonly people: readonly Met[];
  /** The machine, the versions and the day, in words. */
  readonly circumstances: string;
}

interface Row {
  readonly robot: Robot;
  readonly figures: Figures;
}

/** Of what a robot without a hand may open, at most so much. */
const mostOpened = 0.02;
const heading = ['robot', 'secrets', 'opened before', 'opened', 'asked to hold', 'creator is told', 'ms each'];
const peopleHeading = ['person', 'links', 'opened', 'asked to hold', 'refused', 'ms each'];

/** Why a run is not as promised, as sentences; none: it is. */
export function problemsOf({ robots, people: met }: Pick<Report, 'robots' | 'people'>): string[] {
  const ofRobots = rowsOf(robots).flatMap(({ robot, figures: { name, opened, secrets, broken } }) => [
    ...(isBound(robot) && opened > secrets * mostOpened ? [`${name} opened ${opened} of ${secrets}`] : []),
    ...[...new Set(broken)].map((why) => `${name} could not do what it does: ${why}`),
  ]);
  return [...ofRobots, ...met.flatMap(({ name, problems }) => problems.map((problem) => `${name}: ${problem}`))];
}

export function tableText(report: Report): string {
  const robots = [heading, ...rowsOf(report.robots).map(({ figures }) => cellsOf(report, figures))];
  const met = [peopleHeading, ...report.people.map(cellsOfPerson)];
  return [robots, met]
    .filter(({ length }) => length > 1)
    .map((rows) => table(rows))
    .join('\n\n');
}

/** The report in Markdown. */
export function reportText(report: Report): string {
  const rows = rowsOf(report.robots);
  return [
    '# Robots',
    '',
    'Written by `npm run robots -- --report docs/ROBOTS.md`; change it by running that again.',
    '',
    report.circumstances,
    '',
    `*Before* is commit ${report.before.commit}, ${report.before.at}: any press by the browser opened a link.`,
    '',
    ...section(
      report,
      'Robots without a hand',
      withoutHand,
      rows.filter(({ robot }) => isBound(robot)),
    ),
    ...section(
      report,
      'Robots that imitate a hand',
      withHand,
      rows.filter(({ robot }) => robot.hasHand),
    ),
    ...section(
      report,
      'Programs',
      programs,
      rows.filter(({ robot }) => robot.mayOpen !== undefined),
    ),
    ...(report.people.length === 0
      ? []
      : ['## People', '', ofPeople, '', ...tableLines(peopleHeading, report.people.map(cellsOfPerson))]),
    '## What each does',
    '',
    ...rows.map(({ robot }) => `- **${robot.name}**: ${robot.imitates}.`),
    ...people.map(({ name, how }) => `- **${name}** (person): ${how}.`),
    '',
  ].join('\n');
}

const withoutHand = `They press, send or fetch, and make none of the movements of a person. The goal: they open at most 2 in 100. Requests were not limited, so the pages took each visit as the first one from its network: nobody was
doubted for coming to many links.`;

const withHand = `A program that takes its time, moves the mouse and does not say that it is driven cannot be told from a person by what a page
may fairly look at. Those with stealth are such programs; the others still say that they are driven. Whoever must keep programs out adds a
passphrase that comes by another way.`;

const programs = 'The interface is made for programs, and they open what was not kept for people alone.';

const ofPeople = `Input that the browser takes for a person's, with the times of people, in a browser that does not say that it is driven (it would:
\`--disable-blink-features=AutomationControlled\` is what makes it that of a person). The last ones are in doubt and are asked once; nobody else may be, and
nobody is refused.`;

function section(report: Report, title: string, text: string, rows: readonly Row[]): string[] {
  if (rows.length === 0) return [];
  return [
    `## ${title}`,
    '',
    text,
    '',
    ...tableLines(
      heading,
      rows.map(({ figures }) => cellsOf(report, figures)),
    ),
  ];
}

function tableLines(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(line), ''];
}

/** Whether the goal is about it. */
function isBound(robot: Robot): boolean {
  return !robot.hasHand && robot.mayOpen === undefined;
}

function rowsOf(all: readonly Figures[]): Row[] {
  return zoo.flatMap((robot) => {
    const figures = all.find(({ name }) => name === robot.name);
    return figures === undefined ? [] : [{ robot, figures }];
  });
}

function cellsOf({ before }: Report, { name, secrets, opened, asked, told, ms }: Figures): string[] {
  const then = before.robots.find((kept) => kept.name === name);
  const wasOpened = then === undefined ? '–' : share(then.opened, then.secrets);
  return [
    name,
    String(secrets),
    wasOpened,
    share(opened, secrets),
    String(asked),
    String(told),
    ms.toLocaleString('en'),
  ];
}

function cellsOfPerson({ name, times, opened, asked, refused, ms }: Met): string[] {
  return [name, String(times), share(opened, times), String(asked), String(refused), ms.toLocaleString('en')];
}

function share(count: number, all: number): string {
  return `${count} (${Math.round((100 * count) / all)} %)`;
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
