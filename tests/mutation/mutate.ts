import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { copySources } from './copy-sources.ts';
import { type GroupName, groupNames, groups } from './groups.ts';
import { type GroupResult, type MutationReport, reportText } from './report.ts';
import { runSqlGuards } from './run-sql-guards.ts';
import { type Mutant, runStryker } from './run-stryker.ts';
import { sqlGuards } from './sql-guards.ts';
import { changeOf, type Explanation, judge } from './verdict.ts';

type Name = GroupName | 'sql';

/** Of a hundred changes, how many the tests of each group have to notice. */
const LEAST_SCORE = 85;
const root = path.resolve(import.meta.dirname, '../..');
const names: readonly Name[] = [...groupNames, 'sql'];
const help = `npm run mutate [-- GROUP …] [--again] [--report FOLDER]

Changes one place of a source at a time, in a copy, and runs the tests that ought to notice. Exit code 1: some change was not noticed
and is not explained (tests/mutation/explained.json), an explanation fits nothing any more, or a score is below ${LEAST_SCORE} %.
With --again the last run counts for what has not changed since: the place itself and its tests, not what these take from elsewhere.
Groups: ${names.join(', ')}. All of them take about an hour. The reports are mutation.md and mutation.json in docs/evidence.`;

process.exitCode = await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<number> {
  if (words.includes('--help')) return say(help, 0);
  const at = words.indexOf('--report');
  const folder = at === -1 ? path.join(root, 'docs/evidence') : path.resolve(root, words[at + 1] ?? '');
  const asked = (at === -1 ? words : words.toSpliced(at, 2)).filter((word) => word !== '--again');
  const unknown = asked.filter((word) => !(names as readonly string[]).includes(word));
  if (unknown.length > 0) return say(`${unknown.join(', ')} is not a group. There are: ${names.join(', ')}.`, 2);
  using copy = copySources(root);
  const place = {
    copy: copy.directory,
    kept: path.join(root, 'node_modules/.cache/mutation'),
    isAgain: words.includes('--again'),
  };
  mkdirSync(place.kept, { recursive: true });
  const failures: string[] = [];
  for (const name of names) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    console.log(`\n── ${name} ──`);
    const mutants = name === 'sql' ? await runSqlGuards(copy.directory) : await runStryker(name, groups[name], place);
    failures.push(...settle(folder, name, mutants));
  }
  for (const failure of failures) console.log(failure);
  return failures.length > 0 ? 1 : 0;
}

function say(text: string, code: number): number {
  console.log(text);
  return code;
}

/** Writes the reports anew, and says what is not as it should be. */
function settle(folder: string, name: Name, mutants: readonly Mutant[]): string[] {
  const explanations = readJson<Record<string, Explanation[]>>(path.join(import.meta.dirname, 'explained.json'), {});
  const { killed, timedOut, explained, score, survivors, stale } = judge(mutants, explanations[name] ?? []);
  const invalid = name === 'sql' ? mutants.filter(({ status }) => status === 'invalid') : [];
  const result = { ...aboutGroup(name), ...now(), killed, timedOut, explained, score, survivors };
  const file = path.join(folder, 'mutation.json');
  const before = readJson<MutationReport>(file, { versions: {}, groups: {} });
  const all: Record<string, GroupResult> = { ...before.groups, [name]: result };
  const inOrder = Object.fromEntries(names.flatMap((each) => (all[each] === undefined ? [] : [[each, all[each]]])));
  const report = { versions: versions(), groups: inOrder };
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(path.join(folder, 'mutation.md'), reportText(report, explanations));
  return [
    ...survivors.map((each) => `${name}: not noticed: ${each.file}:${each.line}: ${changeOf(each)}`),
    ...stale.map((each) => `${name}: explains nothing: ${each.file}: ${each.text} => ${each.changes.join(' or ')}`),
    ...invalid.map((each) => `${name}: the database does not take it: ${each.file}: without ${each.original}`),
    ...(score < LEAST_SCORE ? [`${name}: ${score} % is below ${LEAST_SCORE} %.`] : []),
  ];
}

function aboutGroup(name: Name): Pick<GroupResult, 'title' | 'sources' | 'tests'> {
  if (name !== 'sql') return { title: groups[name].title, sources: groups[name].sources, tests: groups[name].tests };
  const distinct = (texts: readonly string[]) => [...new Set(texts)];
  const files = sqlGuards.map(({ file }) => `services/secrets/src/adapters/postgres/sql/${file}`);
  const tests = sqlGuards.map(({ test }) => `services/secrets/src/${test}`);
  return { title: 'Guards of SQL functions', sources: distinct(files), tests: distinct(tests) };
}

function now(): Pick<GroupResult, 'date' | 'commit'> {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain', '--untracked-files=no', '--', ':!docs') !== '';
  const commit = `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`;
  return { date: new Date().toISOString().slice(0, 10), commit };
}

function versions(): MutationReport['versions'] {
  const versionOf = (name: string) =>
    readJson(path.join(root, 'node_modules', name, 'package.json'), { version: 'unknown' }).version;
  return {
    StrykerJS: versionOf('@stryker-mutator/core'),
    Vitest: versionOf('vitest'),
    'fast-check': versionOf('fast-check'),
    Node: process.versions.node,
  };
}

function readJson<Value>(file: string, otherwise: Value): Value {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Value;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise;
    throw error;
  }
}
