import { url as inspectorUrl } from 'node:inspector';
import { ConfigError } from '@onceover/service-kit/config';

/**
 * Options of Node that let others into the process, or write its memory or environment to a file. Profilers may run: what they
 * write is names of functions and times. Source: security 3.8
 */
const OPENING: readonly RegExp[] = [
  /^--inspect(?:-brk|-wait)?$/,
  /^--heapsnapshot-/,
  /^--abort-on-uncaught-exception$/,
  // A diagnostic report holds the environment, and with it whatever keys are set there.
  /^--report-(?:on-fatalerror|on-signal|uncaught-exception)$/,
];

export interface StartedWith {
  /** Of the command line, before the program's name. */
  readonly execArgv: readonly string[];
  readonly nodeOptions: string | undefined;
}

/**
 * Refuses to hold other people's secrets in a process that a debugger or a dump can read. Later, `SIGUSR1` does not open it
 * either.
 *
 * Refuses  `ConfigError`
 */
export function closeProcess({ execArgv, nodeOptions = '' }: StartedWith): void {
  const problems = [
    ...openingOptions(execArgv).map((option) => problem(option, 'on the command line of node')),
    ...openingOptions(nodeOptions.split(/\s+/)).map((option) => problem(option, 'in NODE_OPTIONS')),
  ];
  if (problems.length === 0 && inspectorUrl() !== undefined) problems.push(problem('The inspector', 'in this process'));
  if (problems.length > 0) throw new ConfigError(problems);
  // Node opens the inspector on this signal unless somebody listens to it.
  process.on('SIGUSR1', () => undefined);
}

/** The options among words, as Node names them: it also accepts `_` for `-`, and quotes in NODE_OPTIONS. */
function openingOptions(words: readonly string[]): string[] {
  const options = words.map((word) => word.replaceAll('"', '').split('=', 1)[0]?.replaceAll('_', '-') ?? '');
  return options.filter((option) => OPENING.some((pattern) => pattern.test(option)));
}

function problem(what: string, where: string): string {
  return `${what} ${where} lets others read the memory of the process, which ONCEOVER_SITE_HOST makes one of production: start without it`;
}
