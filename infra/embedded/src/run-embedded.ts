import path from 'node:path';
import { isProductionSite } from '@onceover/gateway';
import { closeProcess } from '@onceover/process/close-process';
import { endFailedStart, runUntilStopped, stopAsked } from '@onceover/process/life';
import { productVersion } from '@onceover/process/product';
import { startProblem } from '@onceover/process/start-problem';
import type { Readiness } from '@onceover/service-kit/lifecycle';
import { askedPlace, type EmbeddedConfig, loadEmbeddedConfig } from './config.ts';
import { type RunningSystem, startEmbedded } from './embedded.ts';
import { settingsFromFlags, usage } from './flags.ts';
import { log } from './logger.ts';

/** The life of the process: settings, start, a word on where things are, then a clean stop when asked. Ends the process. */
export async function runEmbedded(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const asked = stopAsked(log);
  let config: EmbeddedConfig | undefined;
  try {
    const flags = settingsFromFlags(args);
    if (flags === 'help' || flags === 'version') {
      process.stdout.write(`${flags === 'help' ? usage : productVersion()}\n`);
      return;
    }
    config = loadEmbeddedConfig({ ...env, ...flags });
    if (isProductionSite(config.gateway)) {
      closeProcess({ execArgv: process.execArgv, nodeOptions: env.NODE_OPTIONS });
    }
    const system = await startEmbedded(config);
    process.stdout.write(`${greeting(system, config, await system.readiness())}\n`);
    await runUntilStopped(system, asked, log);
  } catch (error) {
    const place = askedPlace(config?.gateway ?? { host: '127.0.0.1', port: 0 });
    endFailedStart(error, startProblem(error, place), log);
  }
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
