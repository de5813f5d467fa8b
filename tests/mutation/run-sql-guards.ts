import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Mutant } from './run-stryker.ts';
import { type SqlGuard, sqlGuards } from './sql-guards.ts';

const SOURCES = 'services/secrets/src';
const FOLDER = `${SOURCES}/adapters/postgres/sql`;
/** A lock that nobody gives back hangs a test: it counts as noticed. */
const LONGEST_MS = 180_000;

/** Takes each guard out, in a copy of the sources, and runs the tests that need it. */
export async function runSqlGuards(copy: string): Promise<readonly Mutant[]> {
  for (const test of new Set(sqlGuards.map((guard) => guard.test))) {
    if ((await runTest(copy, test)) !== 'survived') throw new Error(`${test} fails with every guard in its place.`);
  }
  const mutants: Mutant[] = [];
  for (const guard of sqlGuards) {
    const mutant = await tryWithout(copy, guard);
    mutants.push(mutant);
    const { file, line, original, status } = mutant;
    console.log(`${status}: ${path.basename(file)}:${line} without ${original}`);
  }
  return mutants;
}

async function tryWithout(copy: string, guard: SqlGuard): Promise<Mutant> {
  const file = `${FOLDER}/${guard.file}`;
  const at = path.join(copy, file);
  const source = readFileSync(at, 'utf8');
  const mutant = mutantOf(source, guard);
  writeFileSync(
    at,
    source.replace(guard.from, () => guard.to),
  );
  try {
    return { ...mutant, file, status: await runTest(copy, guard.test) };
  } finally {
    writeFileSync(at, source);
  }
}

/** Where a guard stands. Throws if it stands there no more, or twice. */
export function mutantOf(source: string, { file, from, to }: SqlGuard): Omit<Mutant, 'status'> {
  const parts = source.split(from);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${from}`);
  const line = (parts[0] ?? '').split('\n').length;
  const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  const text = (source.split('\n')[line - 1] ?? '').trim();
  return { file, line, text, original: onOneLine(from), replacement: onOneLine(to) };
}

/** Killed: a test has failed. A function that the database does not take fails before any test begins, and is none. */
async function runTest(copy: string, test: string): Promise<Mutant['status']> {
  const report = path.join(copy, 'guards.json');
  rmSync(report, { force: true });
  const program = path.join(copy, 'node_modules/vitest/vitest.mjs');
  const reporting = ['--reporter=json', `--outputFile=${report}`, '--bail=1'];
  const words = ['run', '--config', 'tests/mutation/vitest.config.ts', ...reporting, `${SOURCES}/${test}`];
  const isInTime = await ended(
    spawn(process.execPath, [program, ...words], {
      cwd: copy,
      env: { ...process.env, MUTATION_GROUP: 'sql' },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
  if (!isInTime || !existsSync(report)) return 'timeout';
  const { success, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
  if (success) return 'survived';
  return numFailedTests > 0 ? 'killed' : 'invalid';
}

function ended(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => child.kill('SIGTERM'), LONGEST_MS);
    child.once('error', reject);
    child.once('close', (_code, signal) => {
      clearTimeout(limit);
      resolve(signal === null);
    });
  });
}
