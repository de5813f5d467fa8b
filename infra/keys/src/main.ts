import { closeProcess } from '@onceover/process/close-process';
import { endFailedStart, runUntilStopped, stopAsked, stopWithoutParent } from '@onceover/process/life';
import { startProblem } from '@onceover/process/start-problem';
import { loadConfig } from '@onceover/service-kit/config';
import { runKeyStoreCommand } from './commands.ts';
import { type KeyStoreConfig, keyStoreConfig } from './config.ts';
import { log } from './logger.ts';
import { startKeyStore } from './serve-keys.ts';

const write = (line: string): void => void process.stdout.write(`${line}\n`);
process.exitCode = await runKeyStoreCommand(process.argv.slice(2), process.env, { write, start: run });

/** Settings, start, a word on where things are, then a clean stop when asked. Ends the process. */
async function run(): Promise<void> {
  const asked = stopAsked(log);
  stopWithoutParent();
  let config: KeyStoreConfig | undefined;
  try {
    closeProcess({ execArgv: process.execArgv, nodeOptions: process.env.NODE_OPTIONS });
    config = loadConfig({ keyStore: keyStoreConfig }, process.env).keyStore;
    const store = await startKeyStore(config);
    write(`key-store is up: ${store.url}`);
    if (store.readyUrl !== undefined) write(`it says whether it is ready at ${store.readyUrl}`);
    await runUntilStopped(store, asked, log);
  } catch (error) {
    const { host, port } = config ?? { host: keyStoreConfig.host.default, port: keyStoreConfig.port.default };
    const place = { host, port, hostSetting: 'ONCEOVER_KEY_STORE_HOST', portSetting: 'ONCEOVER_KEY_STORE_PORT=' };
    endFailedStart(error, startProblem(error, place), log);
  }
}
