import { readFileSync, writeFileSync } from 'node:fs';
import { kafkaConfig } from '@onceover/kafka-log/config';
import { askersOf, neighboursOf, type ServiceName, serviceNames } from '@onceover/schema/internal/catalog';
import { logLevelSetting, type Setting } from '@onceover/service-kit/config';
import { callKeyFile, callKeyPartners } from '../src/call-keys.ts';
import { relayConfig } from '../src/relay-process.ts';
import { isService, processesWithSettings, settingsOf } from '../src/settings-of.ts';

/**
 * Writes what the Helm chart has to know of each process, so that nobody repeats it there by hand: whom it asks and who asks it, the
 * keys of calls, and its settings. With `--check`, only tells whether the file is current.
 */
const path = 'infra/helm/onceover/files/processes.generated.json';
const file = new URL(`../../../${path}`, import.meta.url);

const relaySettings = Object.values({ ...relayConfig, ...kafkaConfig, logLevel: logLevelSetting });
const all = {
  ...Object.fromEntries(
    processesWithSettings.map((name) => [
      name,
      { ...(isService(name) ? joinsOf(name) : {}), ...named(settingsOf(name).values()) },
    ]),
  ),
  relay: named(relaySettings),
};
const wanted = `${JSON.stringify(all, null, 2)}\n`;

if (readIfThere() !== wanted) {
  if (process.argv.includes('--check')) {
    process.stderr.write(`${path} is out of date, run \`npm run codegen\`.\n`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, wanted);
    process.stdout.write(`wrote ${path}\n`);
  }
}

function joinsOf(name: ServiceName) {
  const order = (names: readonly ServiceName[]) => serviceNames.filter((each) => names.includes(each));
  return {
    asks: order(neighboursOf(name)),
    askedBy: order(askersOf(name)),
    callKeys: callKeyPartners(name).map((partner) => callKeyFile(name, partner)),
  };
}

/** Those that hold a secret come from a file. */
function named(settings: Iterable<Setting<unknown>>) {
  const sorted = [...settings].toSorted((one, other) => one.env.localeCompare(other.env));
  return {
    settings: sorted.filter(({ sensitive }) => sensitive !== true).map(({ env }) => env),
    secretSettings: sorted.filter(({ sensitive }) => sensitive === true).map(({ env }) => env),
  };
}

function readIfThere(): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
