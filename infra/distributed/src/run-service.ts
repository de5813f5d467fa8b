import { closeProcess } from '@onceover/process/close-process';
import { operatorWords } from '@onceover/process/command-names';
import { endFailedStart, runUntilStopped, stopAsked, stopWithoutParent } from '@onceover/process/life';
import { outliveReaders } from '@onceover/process/outlive-readers';
import { processLog } from '@onceover/process/product';
import { startProblem } from '@onceover/process/start-problem';
import { logNames } from '@onceover/schema/events/logs';
import { serviceNames } from '@onceover/schema/internal/catalog';
import { isProduction } from './config.ts';
import { type ProcessName, processes, processNames } from './processes.ts';

const usage = `node infra/distributed/src/main.ts ${processNames.join(' | ')} [health | ${operatorWords.join(' | ')} …]
Runs one service, relays, or what fills the topics of partners, as a process. Its settings come from the environment; infra/distributed/README.md lists them.
health: with the same settings, is the process that runs ready? Exit code 0 or 1, and why not.
The others are operators' commands on what that service has, with the same settings; they have --help.`;

/** The life of one process: settings, start, a word on where it is, then a clean stop when asked. Ends the process. */
export async function runService([name, ...more]: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const [word, ...rest] = more;
  if (!isProcessName(name)) return refuse();
  if (word !== undefined && operatorWords.includes(word)) return await runCommand(name, more, env);
  if (word === 'health' && rest.length === 0) {
    const { processHealth } = await import('./process-health.ts');
    process.exitCode = await processHealth(name, env);
    return;
  }
  if (word !== undefined) return refuse();
  const log = processLog(name);
  const asked = stopAsked(log);
  stopWithoutParent();
  try {
    if (isProduction({ siteHost: env.ONCEOVER_SITE_HOST })) {
      closeProcess({ execArgv: process.execArgv, nodeOptions: env.NODE_OPTIONS });
    }
    const running = await processes[name](env, log);
    process.stdout.write(`${name} is up: ${running.url}\n`);
    await runUntilStopped(running, asked, log);
  } catch (error) {
    const { ONCEOVER_HOST: host = '127.0.0.1', ONCEOVER_PORT: port = '3000' } = env;
    const place = { host, port: Number(port), hostSetting: 'ONCEOVER_HOST', portSetting: 'ONCEOVER_PORT=' };
    endFailedStart(error, startProblem(error, place), log);
  }
}

function refuse(): never {
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}

/** Beside the process of a service, which has a log of its own. */
async function runCommand(name: ProcessName, argv: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  outliveReaders();
  const [word, ...rest] = argv;
  // The doctor looks at a gateway as well, which has no log.
  const examined = word === 'doctor' ? serviceNames.find((each) => each === name) : undefined;
  if (examined !== undefined) {
    const { runDoctorAt } = await import('./operator/doctor.ts');
    process.exitCode = await runDoctorAt({ at: { service: examined }, env }, rest);
    return;
  }
  const service = logNames.find((each) => each === name);
  if (service === undefined) return refuse();
  const { runCommandLine } = await import('./operator/commands.ts');
  process.exitCode = await runCommandLine({
    argv,
    at: { service },
    env,
    write: (line) => void process.stdout.write(`${line}\n`),
  });
}

function isProcessName(name: string | undefined): name is ProcessName {
  return (processNames as readonly (string | undefined)[]).includes(name);
}
