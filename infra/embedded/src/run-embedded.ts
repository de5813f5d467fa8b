import path from 'node:path';
import { isProductionSite } from '@onceover/gateway';
import type { Readiness } from '@onceover/service-kit/lifecycle';
import { closeProcess } from './close-process.ts';
import { collectEarly, collectWhenQuiet } from './collect-when-quiet.ts';
import { type EmbeddedConfig, loadEmbeddedConfig } from './config.ts';
import { type RunningSystem, startEmbedded } from './embedded.ts';
import { settingsFromFlags, usage } from './flags.ts';
import { log } from './logger.ts';
import { startProblem } from './start-problem.ts';

const STOP_LIMIT_MS = 25_000;

/** The life of the process: settings, start, a word on where things are, then a clean stop when asked. Ends the process. */
export async function runEmbedded(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const asked = stopAsked();
  let config: EmbeddedConfig | undefined;
  try {
    const flags = settingsFromFlags(args);
    if (flags === 'help') {
      process.stdout.write(`${usage}\n`);
      return;
    }
    config = loadEmbeddedConfig({ ...env, ...flags });
    if (isProductionSite(config.gateway)) {
      closeProcess({ execArgv: process.execArgv, nodeOptions: env.NODE_OPTIONS });
    }
    const system = await startEmbedded(config);
    process.stdout.write(`${greeting(system, config, await system.readiness())}\n`);
    collectEarly();
    using _ = collectWhenQuiet();
    const reason = await asked;
    log.info({ reason }, 'stopping');
    await stopWithin(system, STOP_LIMIT_MS);
    process.exit(reason === 'fault' ? 1 : 0);
  } catch (error) {
    const problem = startProblem(error, config?.gateway ?? { host: '127.0.0.1', port: 0 });
    if (problem === undefined) log.fatal({ err: error }, 'the start failed unexpectedly');
    else process.stderr.write(`\nOnceover could not start.\n${problem}\n`);
    process.exit(1);
  }
}

/**
 * Heard from the first moment, so that a Ctrl-C during the start ends in a clean stop too; later ones change nothing.
 * After an uncaught exception the state of the process is unknown: it says so and stops.
 */
function stopAsked(): Promise<NodeJS.Signals | 'fault'> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
    process.on('uncaughtException', (error) => {
      log.fatal({ err: error }, 'uncaught exception, stopping');
      resolve('fault');
    });
  });
}

async function stopWithin(system: RunningSystem, limitMs: number): Promise<void> {
  const limit = setTimeout(() => {
    log.error('the shutdown timed out');
    process.exit(1);
  }, limitMs);
  await system[Symbol.asyncDispose]();
  clearTimeout(limit);
}

function greeting(
  system: RunningSystem,
  { embedded, secrets, gateway }: EmbeddedConfig,
  { sealed }: Readiness,
): string {
  const isBrought = embedded.databaseUrl !== '';
  return [
    '',
    ...(sealed === undefined ? [`Onceover is ready: ${system.url}`] : sealedLines(system.url, sealed)),
    `  data  ${isBrought ? 'in the database of ONCEOVER_DATABASE_URL' : path.resolve(embedded.dataDir)}`,
    `  keys  ${path.resolve(secrets.keysDir)}`,
    ...(system.isNew
      ? [
          '  First start: you may back up the data, but never together with the keys. A backup that has both can bring back what is gone.',
        ]
      : []),
    ...(gateway.rateLimits
      ? []
      : ['  RATE LIMITS ARE OFF (ONCEOVER_RATE_LIMITS). For tests and benchmarks on this machine only.']),
    '',
  ].join('\n');
}

/** Pages, lists and accounts work without the keys, so it runs; but nobody may take it for ready. */
function sealedLines(url: string, reason: string): readonly string[] {
  return [
    `Onceover is SEALED: ${url}`,
    `  Secrets can be neither created nor opened: ${reason}.`,
    '  Put the right key back, and Onceover goes on within seconds. After a restore: npm run keys -- confirm-loss --restored',
  ];
}
