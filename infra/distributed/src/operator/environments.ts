import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { type LogName, logNames } from '@onceover/schema/events/logs';
import { ConfigError } from '@onceover/service-kit/config';
import { isKnown, refuseUnknownSettings, settingsOf } from '../settings-of.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the settings of services are. */
export type SettingsPlace = string | { readonly service: LogName };

/**
 * The settings of the services that a command works beside, by their names: `at` is a file such as `secrets.env`, the directory
 * of such files, or the service whose settings are in the environment. What was set there goes before what stands in a file, for
 * what no file shows.
 *
 * Refuses  `ConfigError`
 */
export function readEnvironments(at: SettingsPlace, given: Environment): ReadonlyMap<LogName, Environment> {
  if (typeof at !== 'string') return new Map([[at.service, given]]);
  if (at === '') throw new ConfigError([`--env: name a directory that has ${names}, or one of them`]);
  refuseUnknownSettings(given);
  const files = filesAt(at);
  return new Map(files.map(([name, file]) => [name, { ...parse(file), ...knownTo(name, given) }]));
}

function filesAt(at: string): readonly (readonly [LogName, string])[] {
  if (statSync(at, { throwIfNoEntry: false })?.isFile() === true) {
    const name = logNames.find((each) => `${each}.env` === path.basename(at));
    if (name === undefined) throw new ConfigError([`--env ${at}: a file is named after its service: ${names}`]);
    return [[name, at]];
  }
  const files = logNames.map((name) => [name, path.join(at, `${name}.env`)] as const);
  const found = files.filter(([, file]) => existsSync(file));
  if (found.length === 0) throw new ConfigError([`--env ${at}: none of ${names} is there`]);
  return found;
}

const names = logNames.map((name) => `${name}.env`).join(', ');

/** Lines of `NAME=value`, as Docker and service managers read them too; quotes around a value are not part of it. */
function parse(file: string): Environment {
  const lines = readFileSync(file, 'utf8').split('\n');
  const settings = lines.map((line) => /^\s*(?<name>[A-Z_][A-Z0-9_]*)=(?<value>.*?)\s*$/.exec(line)?.groups);
  return Object.fromEntries(
    settings.flatMap((found) => (found === undefined ? [] : [[found.name, unquoted(found.value ?? '')]])),
  );
}

function unquoted(value: string): string {
  return /^(?<quote>["'])(?<inner>.*)\k<quote>$/.exec(value)?.groups?.inner ?? value;
}

function knownTo(name: LogName, given: Environment): Environment {
  const settings = settingsOf(name);
  return Object.fromEntries(Object.entries(given).filter(([key, value]) => value && isKnown(key, settings)));
}
