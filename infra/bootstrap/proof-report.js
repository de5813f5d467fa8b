import { spawnSync } from 'node:child_process';
import os from 'node:os';
import { pinnedNode } from './project.js';

/** What the figures of a report depend on. */
export function machine(root) {
  const git = (...words) => String(spawnSync('git', words, { cwd: root, encoding: 'utf8' }).stdout || '').trim();
  const isChanged = git('status', '--porcelain', '--untracked-files=no') !== '';
  return {
    commit: `${git('rev-parse', '--short', 'HEAD') || 'unknown'}${isChanged ? ' with changes' : ''}`,
    node: pinnedNode(),
    cores: os.cpus().length,
    processor: os.cpus()[0]?.model.trim() || os.arch(),
    gigabytes: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release()}`,
  };
}

/** A report in Markdown: the machine, then a table for each proof, with what was not as promised below it. */
export function proofReport({ node, cores, processor, gigabytes, system }, sections) {
  const versions = Object.entries(Object.assign({}, ...sections.map((section) => section.versions)));
  const used = [`Node ${node.replace(/^v/, '')}`, ...versions.map(([name, version]) => `${name} ${version}`)].join(
    ', ',
  );
  const head = [
    '# Proof',
    '',
    'Written by `npm run prove -- --report docs/PROOF.md`; change it by running that again.',
    '',
    `${cores} × ${processor}, ${gigabytes} GiB, ${system}; ${used}. Everything, load included, ran on this one machine.`,
    '',
  ];
  return [...head, ...sections.flatMap(sectionLines)].join('\n');
}

function sectionLines({ title, about, columns, rows }) {
  const problems = rows.flatMap((row) => row.problems.map((problem) => `- ${row.cells[0]}: ${problem}`));
  const line = (cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [
    `## ${title}`,
    '',
    ...(about === '' ? [] : [about, '']),
    line([...columns, 'kept']),
    line([...columns, ''].map(() => '---')),
    ...rows.map(({ cells, problems: { length } }) => line([...cells, length === 0 ? 'yes' : `no (${length})`])),
    '',
    ...(problems.length === 0 ? [] : ['Not as promised:', '', ...problems, '']),
    `${runsOf(rows)}`,
    '',
  ];
}

/** When the rows were made, of which commits. */
function runsOf(rows) {
  const commits = [...new Set(rows.map(({ commit }) => commit))];
  const days = [...new Set(rows.map(({ at }) => at.slice(0, 10)))];
  return `Run on ${days.join(', ')} (UTC), commit ${commits.join(', ')}.`;
}

/** New rows take the places of those with the same name; the others stay. */
export function mergeRows(before, rows) {
  const named = new Map(rows.map((row) => [row.cells[0], row]));
  const kept = before.map((row) => named.get(row.cells[0]) ?? row);
  const there = new Set(before.map(({ cells }) => cells[0]));
  return [...kept, ...rows.filter(({ cells }) => !there.has(cells[0]))];
}

/** The last line of the output. */
export function passedLine(results) {
  const rows = results.flatMap((result) => result.rows);
  const failed = rows.filter(({ problems }) => problems.length > 0).length;
  return `${rows.length - failed} proved, ${failed} failed`;
}
