import { parseEmailAddress } from '@onceover/schema/email-address';
import { parsedBy, runCommand, type WriteLine } from '@onceover/service-kit/command-line';
import { z } from 'zod';
import { commandProblems } from '../start-problem.ts';
import { type Check, runChecks } from './run-checks.ts';
import { type Report, type ScreenOptions, screenOf, worst } from './screen.ts';

/** What is to be looked at, once the settings are known. */
export interface Examination extends Pick<Report, 'version' | 'site' | 'isTrial'> {
  readonly checks: readonly Check[];
}

export interface DoctorWish {
  /** Where a test email goes; undefined: none is sent. */
  readonly email: string | undefined;
}

export interface DoctorDependencies {
  /** Reads the settings, opens what is there, and starts nothing. What it throws is thrown: it could not look. */
  readonly open: (wish: DoctorWish) => Promise<Examination>;
  readonly write: WriteLine;
  readonly screen: ScreenOptions;
}

/** The exit code where the settings are not understood, so that nothing could be looked at. */
const COULD_NOT_LOOK = 2;

const address = z
  .string()
  .transform(parseEmailAddress)
  .refine((email) => email !== null, 'Write an address like you@example.com.');

/**
 * `npm run doctor`: says in one screen what is missing or unsafe, and changes nothing.
 *
 * Shape    0 nothing is wrong, 1 something is, 2 not understood; with `--json` one object on one line:
 *          `{version, site, isTrial, worst, findings: [{check, verdict, says, todo?, more?}]}`
 */
export async function runDoctor(argv: readonly string[], { open, write, screen }: DoctorDependencies): Promise<number> {
  let isWrong = false;
  const code = await runCommand('npm run doctor --', argv, write, (program) => {
    program
      .description(
        'says in one screen what is missing or unsafe; exit code 0 if nothing is wrong, 1 if something is, 2 if it could not check',
      )
      .option('--email <address>', 'sends a test email there', parsedBy(address))
      .option('--json', 'one line of JSON, for monitoring')
      .allowExcessArguments(false)
      .action(async ({ email, json = false }: { readonly email?: string; readonly json?: boolean }) => {
        const { checks, ...about } = await open({ email });
        const report: Report = { ...about, findings: await runChecks(checks) };
        const verdict = worst(report.findings);
        isWrong = verdict === 'wrong';
        if (json) write(JSON.stringify({ ...about, worst: verdict, findings: report.findings }));
        else for (const line of screenOf(report, screen)) write(line);
      });
  });
  return code === 0 && isWrong ? 1 : code;
}

/** What is opened for the examination is closed with `stack`. */
type Examine = (wish: DoctorWish, stack: AsyncDisposableStack) => Promise<Examination>;

/** The command at a terminal: what keeps it from looking is told, and nothing that hangs keeps it. Gives the exit code. */
export async function runDoctorLine(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  examine: Examine,
): Promise<number> {
  try {
    await using stack = new AsyncDisposableStack();
    const open = (wish: DoctorWish) => examine(wish, stack);
    const write = (line: string) => void process.stdout.write(`${line}\n`);
    return leaveSoon(await runDoctor(argv, { open, write, screen: screenHere(env) }));
  } catch (error) {
    for (const problem of commandProblems(error)) process.stderr.write(`${problem}\n`);
    return COULD_NOT_LOOK;
  }
}

/** How wide the terminal is, and whether it shows colours. */
function screenHere(env: Readonly<Record<string, string | undefined>>): ScreenOptions {
  const { isTTY, columns = 80 } = process.stdout;
  return { columns: Math.min(Math.max(columns, 60), 100), colours: isTTY === true && !env.NO_COLOR };
}

const LEAVE_MS = 3_000;

/** Ends the process soon, whatever still waits for somebody who does not answer: monitoring wants its exit code. */
function leaveSoon(code: number): number {
  setTimeout(() => process.exit(code), LEAVE_MS).unref();
  return code;
}
