import fs from 'node:fs';
import path from 'node:path';
import { installed, root } from '../project.js';
import { run, runNode } from '../run.js';
import { readPlaywright, readVitest, vitestRows } from '../test-results.js';
import { endLeftovers, pieceDirectory } from './bounds.js';
import { readNotes } from './pieces.js';

/** A piece may take as long as it takes; only what hangs is ended. */
const LONGEST_MS = 4 * 60 * 60 * 1000;
/** What a suite runs besides: its files that share their process with no other. */
const ALSO = { unit: ['unit-alone'] };

/**
 * Runs one piece of a part in a temporary directory of its own, and says what came of it:
 * `{ how, tests, rows, columns, about, problems, notes, pid, seconds }`.
 */
export async function runPiece(part, { volume, seed, mode }, { env, temporary, place }) {
  const directory = pieceDirectory(temporary);
  const files = { report: path.join(place, 'report.json'), notes: path.join(place, 'notes.jsonl') };
  for (const file of Object.values(files)) fs.rmSync(file, { force: true });
  const began = Date.now();
  const variables = {
    ...env,
    TMPDIR: directory,
    ONCEOVER_PROOF_SEED: String(seed),
    ONCEOVER_PROOF_NOTES: files.notes,
    ...(volume === undefined ? {} : { ONCEOVER_PROOF_VOLUME: String(volume) }),
    ...(mode === 'full' ? { ONCEOVER_PROVE: '1' } : {}),
  };
  const result = await runnerOf(part)(part, { mode, env: variables, files });
  const left = endLeftovers(directory);
  fs.rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  if (left.length > 0) result.problems.push(`left running: ${left.join(', ')}`);
  const notes = readNotes(files.notes);
  return { ...result, notes: withVersions(notes, result), pid: process.pid, seconds: (Date.now() - began) / 1000 };
}

function withVersions(notes, { versions }) {
  return { ...notes, versions: { ...versions, ...notes.versions } };
}

function runnerOf({ script, command, suite }) {
  if (script !== undefined) return runScript;
  if (command !== undefined) return runCommand;
  return suite === 'e2e' ? runBrowser : runVitest;
}

async function runVitest({ suite, files: chosen }, { env, files }) {
  const projects = [suite, ...(ALSO[suite] || [])].flatMap((name) => ['--project', name]);
  const outside = `${files.report}.outside`;
  fs.rmSync(outside, { force: true });
  const words = ['run', ...projects, `--testTimeout=${LONGEST_MS}`, `--outputFile.json=${files.report}`];
  const reporters = ['default', 'json', path.join(root, 'infra', 'bootstrap', 'errors-outside-tests.js')];
  words.push(...reporters.map((reporter) => `--reporter=${reporter}`), ...chosen);
  const code = await run(installed('vitest'), words, { env: { ...env, ERRORS_OUTSIDE_TESTS: outside } });
  const rows = vitestRows(files.report) || [];
  const result = readVitest(files.report, outside);
  const problems = rows.flatMap(({ cells, problems: found }) => found.map((problem) => `${cells[0]}: ${problem}`));
  if (result === undefined) problems.push(`the suite ended with code ${code} and without a report`);
  else if (problems.length === 0 && (code !== 0 || result.failed > 0))
    problems.push(firstLine(result.failures) || `code ${code}`);
  return { how: `\`vitest run --project ${suite} ${chosen.join(' ')}\``, tests: rows.length, problems };
}

const firstLine = ([failure = '']) => failure.split('\n', 2).join(': ');

async function runBrowser({ files: chosen }, { env, files }) {
  const words = [
    'test',
    '--config',
    path.join('tests', 'e2e', 'playwright.config.ts'),
    '--reporter=list,json',
    ...chosen,
  ];
  const code = await run(installed('playwright'), words, {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: files.report },
  });
  const result = readPlaywright(files.report);
  const how = `\`playwright test ${chosen.join(' ')}\``;
  if (result === undefined) return { how, tests: 0, problems: [`ended with code ${code} and without a report`] };
  const problems = result.failures.map((failure) => failure.split('\n', 1)[0]);
  if (result.skipped > 0) problems.push(`${result.skipped} tests were skipped`);
  if (problems.length === 0 && code !== 0) problems.push(`ended with code ${code}`);
  return { how, tests: result.passed + result.failed, problems };
}

async function runScript({ script, words = {} }, { mode, env, files }) {
  const asked = words[mode] || [];
  const code = await runNode(path.join('tests', 'prove', script), asked, {
    env: { ...env, PROOF_RESULT: files.report },
  });
  const how = `\`node tests/prove/${[script, ...asked].join(' ')}\``;
  if (!fs.existsSync(files.report))
    return { how, tests: 0, problems: [`ended with code ${code} and without a result`] };
  const { about, columns, rows, versions } = JSON.parse(fs.readFileSync(files.report, 'utf8'));
  const problems = rows.flatMap(({ cells, problems: found }) => found.map((problem) => `${cells[0]}: ${problem}`));
  if (rows.length === 0) problems.push('no row was made');
  if (code !== 0 && problems.length === 0) problems.push(`ended with code ${code} before all rows were there`);
  return { how, tests: rows.length, about, columns, rows, versions, problems };
}

async function runCommand({ command }, { env }) {
  const how = `\`npm run ${command}\``;
  const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  if (scripts[command] === undefined) return { how, tests: 0, problems: ['there is no such script'] };
  const code = await run('npm', ['run', command], { env });
  return { how, tests: 1, problems: code === 0 ? [] : [`ended with code ${code}`] };
}
