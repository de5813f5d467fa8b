import { closeProcess } from '@onceover/process/close-process';
import { ConfigError, loadConfig } from '@onceover/service-kit/config';
import { codeOf } from '@onceover/service-kit/errors';
import { UnsafeKeys, WrongKeysDirectory } from '@onceover/service-kit/keys-directory';
import { AuditBroken } from './audit/audit-log.ts';
import { runKeyStoreCommand } from './commands.ts';
import { type KeyStoreConfig, keyStoreConfig } from './config.ts';
import { log } from './logger.ts';
import { type RunningKeyStore, startKeyStore } from './serve-keys.ts';

const STOP_LIMIT_MS = 10_000;

const write = (line: string): void => void process.stdout.write(`${line}\n`);
process.exitCode = await runKeyStoreCommand(process.argv.slice(2), process.env, { write, start: run });

/** Settings, start, a word on where things are, then a clean stop when asked. Ends the process. */
async function run(): Promise<void> {
  const asked = stopAsked();
  let config: KeyStoreConfig | undefined;
  try {
    closeProcess({ execArgv: process.execArgv, nodeOptions: process.env.NODE_OPTIONS });
    config = loadConfig({ keyStore: keyStoreConfig }, process.env).keyStore;
    const store = await startKeyStore(config);
    const ready = store.readyUrl === undefined ? '' : `; ready: ${store.readyUrl}`;
    write(`The key store is ready: ${store.url}${ready}`);
    log.info({ reason: await asked }, 'stopping');
    await stopWithin(store, STOP_LIMIT_MS);
    process.exit(0);
  } catch (error) {
    const problem = problemOf(error, config);
    if (problem === undefined) log.fatal({ err: error }, 'the start failed unexpectedly');
    else process.stderr.write(`\nThe key store could not start.\n${problem}\n`);
    process.exit(1);
  }
}

/** Heard from the first moment, so that a Ctrl-C during the start ends in a clean stop too. */
function stopAsked(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
  });
}

async function stopWithin(store: RunningKeyStore, limitMs: number): Promise<void> {
  const limit = setTimeout(() => {
    log.error('the shutdown timed out');
    process.exit(1);
  }, limitMs);
  await store[Symbol.asyncDispose]();
  clearTimeout(limit);
}

/** What to tell the person who started it; undefined for a surprise. */
function problemOf(error: unknown, config: KeyStoreConfig | undefined): string | undefined {
  const isSpoken = [ConfigError, UnsafeKeys, WrongKeysDirectory, AuditBroken].some((each) => error instanceof each);
  if (isSpoken && error instanceof Error) return error.message;
  const place = `${config?.host}:${config?.port}`;
  if (codeOf(error) === 'EADDRINUSE') return `${place} is in use: choose another port (ONCEOVER_KEY_STORE_PORT).`;
  if (codeOf(error) === 'EACCES') return `This user is not allowed to listen on ${place}: choose a port above 1023.`;
  if (codeOf(error) === 'EADDRNOTAVAIL')
    return `${config?.host} is not an address of this machine (ONCEOVER_KEY_STORE_HOST).`;
  return undefined;
}
