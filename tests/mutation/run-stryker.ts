import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { GroupName, MutationGroup } from './groups.ts';

/** One changed place of a source, and what the tests made of it. */
export interface Mutant {
  /** From the root of the checkout. */
  readonly file: string;
  readonly line: number;
  /** The line it begins on, without its indentation. */
  readonly text: string;
  /** What stood there, and what stands there instead; on one line. */
  readonly original: string;
  readonly replacement: string;
  readonly status: 'killed' | 'timeout' | 'survived' | 'uncovered' | 'invalid';
}

interface StrykerReport {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly StrykerMutant[] }>>;
}

interface Place {
  readonly line: number;
  readonly column: number;
}

interface StrykerMutant {
  readonly replacement?: string;
  readonly status: string;
  readonly location: { readonly start: Place; readonly end: Place };
}

const statuses: Readonly<Record<string, Mutant['status']>> = {
  Killed: 'killed',
  Timeout: 'timeout',
  Survived: 'survived',
  NoCoverage: 'uncovered',
};

export interface StrykerPlace {
  /** Of the sources. */
  readonly copy: string;
  /** Where it keeps what came of each mutant. */
  readonly kept: string;
  /** Whether that is taken over for mutants whose place and tests have not changed. */
  readonly isAgain: boolean;
}

/** Changes the sources of a group one place at a time, in a copy, and runs the tests that reach the place. */
export async function runStryker(
  name: GroupName,
  group: MutationGroup,
  place: StrykerPlace,
): Promise<readonly Mutant[]> {
  const { copy, kept, isAgain } = place;
  const report = path.join(copy, 'mutation.json');
  const settings = {
    mutate: [...group.sources, '!**/*.test.ts'],
    testRunner: 'vitest',
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
    vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
    // The copy is all theirs.
    inPlace: true,
    incremental: true,
    incrementalFile: path.join(kept, `${name}.json`),
    force: !isAgain,
    allowEmpty: false,
    concurrency: 1,
    coverageAnalysis: group.startsPrograms ? 'off' : 'perTest',
    allowConsoleColors: false,
    // Of a machine with much else to do: what is only slow was noticed by nobody.
    timeoutMS: group.isIntegration ? 60_000 : 8_000,
    timeoutFactor: 2,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    checkers: [],
  };
  const file = path.join(copy, 'stryker.conf.json');
  writeFileSync(file, JSON.stringify(settings));
  const program = path.join(copy, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const code = await ended(
    spawn(process.execPath, [program, 'run', file], {
      cwd: copy,
      env: { ...process.env, MUTATION_GROUP: name },
      stdio: 'inherit',
    }),
  );
  if (code !== 0) throw new Error(`Stryker ended with code ${code}.`);
  const mutants = mutantsOf(JSON.parse(readFileSync(report, 'utf8')) as StrykerReport);
  // What is taken over may also be of sources that were in the group before.
  return mutants.filter(({ file }) => group.sources.some((pattern) => path.matchesGlob(file, pattern)));
}

function ended(child: ReturnType<typeof spawn>): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
}

/** As the report has them, by file and place. */
export function mutantsOf({ files }: StrykerReport): readonly Mutant[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants
      .map(({ replacement = '', status, location }) => ({
        file,
        line: location.start.line,
        text: (lines[location.start.line - 1] ?? '').trim(),
        original: onOneLine(between(lines, location)),
        replacement: onOneLine(replacement),
        status: statuses[status] ?? ('invalid' as const),
      }))
      .sort((one, other) => one.line - other.line);
  });
}

function between(lines: readonly string[], { start, end }: StrykerMutant['location']): string {
  const taken = lines.slice(start.line - 1, end.line);
  const last = taken.length - 1;
  taken[last] = (taken[last] ?? '').slice(0, end.column - 1);
  taken[0] = (taken[0] ?? '').slice(start.column - 1);
  return taken.join('\n');
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
