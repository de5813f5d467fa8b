import { closeProcess } from '@onceover/process/close-process';
import { endFailedStart, runUntilStopped, stopAsked, stopWithoutParent } from '@onceover/process/life';
import { processLog } from '@onceover/process/product';
import { startProblem } from '@onceover/process/start-problem';
import { isProduction } from './config.ts';
import { type ProcessName, processes, processNames } from './processes.ts';

const usage = `node infra/distributed/src/main.ts ${processNames.join(' | ')} [health]
Runs one service, or relays, as a process. Its settings come from the environment; infra/distributed/README.md lists them.
health: with the same settings, is the process that runs ready? Exit code 0 or 1, and why not.`;

/** The life of one process: settings, start, a word on where it is, then a clean stop when asked. Ends the process. */
export async function runService([name, ...more]: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const [word, ...rest] = more;
  if (!isProcessName(name) || rest.length > 0 || (word !== undefined && word !== 'health')) {
    process.stderr.write(`${usage}\n`);
    process.exit(2);
  }
  if (word === 'health') {
    const { processHealth } = await import('./process-health.ts');
    process.exitCode = await processHealth(name, env);
    return;
  }
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

function isProcessName(name: string | undefined): name is ProcessName {
  return (processNames as readonly (string | undefined)[]).includes(name);
}
