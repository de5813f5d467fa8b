import { stopAsked } from '@onceover/process/life';
import { processLog } from '@onceover/process/product';
import { ConfigError } from '@onceover/service-kit/config';
import { refuseSettings } from './stack/environment.ts';
import { partsOf } from './stack/parts.ts';
import { readPlace, usage } from './stack/place.ts';
import { PartFailed, runParts } from './stack/run-parts.ts';

/**
 * `npm run start:distributed`: the whole product as processes on this machine. Says each step, and stops all in order on
 * Ctrl-C.
 */
const log = processLog('start');
const asked = stopAsked(log);
const say = (line: string) => void process.stdout.write(`${line}\n`);
try {
  const place = readPlace(process.argv.slice(2), process.env);
  if (place === 'help') say(usage);
  else {
    refuseSettings(process.env);
    const stack = await runParts(partsOf(place, say), say);
    const site = siteOf(place.env.ONCEOVER_SITE_HOST, `${place.host}:${place.port}`);
    say(place.hasServices ? `\nOnceover is up: ${site}` : '\nWhat the services need is up, and none of them.');
    say(`  state  ${place.stateDir}\n  keys   ${place.keysDir}\n  Ctrl-C stops all of it in order.\n`);
    const reason = await asked;
    say(`stopping (${reason})`);
    await stack[Symbol.asyncDispose]();
    process.exit(reason === 'fault' ? 1 : 0);
  }
} catch (error) {
  if (!(error instanceof PartFailed || error instanceof ConfigError)) throw error;
  process.stderr.write(`\nOnceover could not start.\n${error.message}\n`);
  process.exit(1);
}

function siteOf(given: string | undefined, listening: string): string {
  return given ? given : `http://${listening}`;
}
