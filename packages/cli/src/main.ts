import about from '../package.json' with { type: 'json' };
import { readEnvironment } from './config.ts';
import { ProfileFiles } from './keeping/profiles.ts';
import { systemKeyStore } from './keeping/system-key-store.ts';
import { processOutput } from './output.ts';
import { run } from './run.ts';
import { stopSignal } from './stop-signal.ts';
import { terminalKeyboard } from './terminal/keyboard.ts';

const environment = readEnvironment();
process.exitCode = await run(process.argv.slice(2), {
  environment,
  stdin: process.stdin,
  keyboard: terminalKeyboard(process.stdin),
  output: processOutput(),
  files: new ProfileFiles(environment.configDir, environment.platform),
  keyStore: systemKeyStore(environment),
  version: about.version,
  untilStopped: stopSignal,
});
// Whatever still waits, such as a connection that is kept open, is of no use any more.
process.exit();
