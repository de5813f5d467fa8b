import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ServiceName } from '@onceover/schema/internal/catalog';
import { ConfigError } from '@onceover/service-kit/config';
import { isKnown, refuseUnknownSettings, settingsOf } from '../settings-of.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the settings of services are. */
export type SettingsPlace = string | { readonly service: ServiceName };

/** The settings of services by their names. */
export type Environments<Name extends ServiceName = ServiceName> = ReadonlyMap<Name, Environment>;

/**
 * The settings of the services that a command works beside, by their names: `at` is a file such as `secrets.env`, the directory
 * of such files, or the service whose settings are in the environment. What was set there goes before what stands in a file, for
 * what no file shows. Of services that are not among `wanted` nothing is read.
 *
 * Refuses  `ConfigError`
 */
export function readEnvironments<Name extends ServiceName>(
  at: SettingsPlace,
  given: Environment,
  wanted: readonly Name[],
): Environments<Name> {
  if (typeof at !== 'string') {
    const service = wanted.find((each) => each === at.service);
    return new Map(service === undefined ? [] : [[service, given]]);
  }
  if (at === '') throw new ConfigError([`--env: name a directory that has ${namesOf(wanted)}, or one of them`]);
  refuseUnknownSettings(given);
  const files = filesAt(at, wanted);
  return new Map(files.map(([name, file]) => [name, { ...parse(file), ...knownTo(name, given) }]));
}

function filesAt<Name extends ServiceName>(at: string, wanted: readonly Name[]): readonly (readonly [Name, string])[] {
  if (statSync(at, { throwIfNoEntry: false })?.isFile() === true) {
    const name = wanted.find((each) => `${each}.env` === path.basename(at));
    if (name === undefined)
      throw new ConfigError([`--env ${at}: a file is named after its service: ${namesOf(wanted)}`]);
    return [[name, at]];
  }
  const files = wanted.map((name) => [name, path.join(at, `${name}.env`)] as const);
  const found = files.filter(([, file]) => existsSync(file));
  if (found.length === 0) throw new ConfigError([`--env ${at}: none of ${namesOf(wanted)} is there`]);
  return found;
}

const namesOf = (wanted: readonly ServiceName[]): string => wanted.map((name) => `${name}.env`).join(', ');

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

function knownTo(name: ServiceName, given: Environment): Environment {
  const settings = settingsOf(name);
  return Object.fromEntries(Object.entries(given).filter(([key, value]) => value && isKnown(key, settings)));
}
