import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** One setting: where it comes from, what it may be, what it is when absent, and one line for the README's table. */
export interface Setting<T> {
  readonly env: `ONCEOVER_${string}`;
  readonly schema: z.ZodType<T>;
  readonly default?: T;
  readonly doc: string;
  /** Prints as `***` and may come from the file that `<env>_FILE` names. */
  readonly sensitive?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: a definition holds settings of many types; their values are inferred one by one.
export type ConfigDefinition = Readonly<Record<string, Setting<any>>>;
export type ConfigOf<D extends ConfigDefinition> = {
  readonly [K in keyof D]: D[K] extends Setting<infer T> ? T : never;
};

/** Read by the logger itself when it is loaded: a line logged while the other settings are read needs it already. */
export const logLevelSetting = {
  env: 'ONCEOVER_LOG_LEVEL',
  schema: z.enum(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'say fatal, error, warn, info, debug, trace or silent',
  ),
  default: 'info',
  doc: 'Log level: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
} as const;

/** Every problem of an environment at once, so that a person fixes them in one go. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration has ${problems.length} problem(s):\n${problems.map((line) => `  - ${line}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Keeps the literal types of a definition; see `Setting` for the shape. */
export function defineConfig<const D extends ConfigDefinition>(definition: D): D {
  return definition;
}

/**
 * Reads every named definition from one environment, once.
 *
 * Refuses unknown `ONCEOVER_*` names (a mistyped setting must not fall back silently) and reports all problems together.
 */
export function loadConfig<const D extends Readonly<Record<string, ConfigDefinition>>>(
  definitions: D,
  env: Readonly<Record<string, string | undefined>>,
): { readonly [K in keyof D]: ConfigOf<D[K]> } {
  const problems = unknownNames(definitions, env);
  const level = readSetting(logLevelSetting, env);
  if ('problem' in level) problems.push(level.problem);
  const loaded: Record<string, Record<string, unknown>> = {};
  for (const [part, definition] of Object.entries(definitions)) {
    const values: Record<string, unknown> = {};
    for (const [name, setting] of Object.entries(definition)) {
      const result = readSetting(setting, env);
      if ('problem' in result) problems.push(result.problem);
      else values[name] = result.value;
    }
    loaded[part] = values;
  }
  if (problems.length > 0) throw new ConfigError([...new Set(problems)]);
  return loaded as { readonly [K in keyof D]: ConfigOf<D[K]> };
}

function readSetting(
  setting: Setting<unknown>,
  env: Readonly<Record<string, string | undefined>>,
): { value: unknown } | { problem: string } {
  const file = setting.sensitive ? env[`${setting.env}_FILE`] : undefined;
  let raw = env[setting.env];
  if (file !== undefined && file !== '') {
    try {
      raw = withoutEditorMarks(readFileSync(file, 'utf8'));
    } catch {
      return { problem: `${setting.env}_FILE: the file cannot be read` };
    }
    if (raw === '')
      return { problem: `${setting.env}_FILE: the file is empty; write the value into it, or remove the setting` };
  }
  if (raw === undefined || raw === '') {
    if (setting.default !== undefined) return { value: setting.default };
    const absent = setting.schema.safeParse(undefined);
    return absent.success ? { value: absent.data } : { problem: `${setting.env} is required: ${setting.doc}` };
  }
  if (raw.trim() === '')
    return { problem: `${setting.env} holds nothing but blanks; give a value or remove the setting` };
  // Kubernetes hands over what a file held, and `echo` and editors end it with a new line.
  raw = raw.replace(/[\r\n]+$/, '');
  const parsed = setting.schema.safeParse(raw);
  if (parsed.success) return { value: parsed.data };
  const shown = setting.sensitive ? '***' : JSON.stringify(raw);
  return { problem: `${setting.env}=${shown}: ${parsed.error.issues.map((issue) => issue.message).join('; ')}` };
}

/** What editors put around a value: a new line at its end, on Windows a mark at its beginning. */
const withoutEditorMarks = (text: string): string => text.replace(/^\ufeff/, '').trimEnd();

/** Set for clients on the same machine, such as a command line; no process of a server reads them, or minds them. */
const ofClients = new Set(['ONCEOVER_URL', 'ONCEOVER_PROFILE']);

/** Whether a variable can only be a setting, or a mistyped one. */
export function claimsToBeSetting(name: string): boolean {
  return name.startsWith('ONCEOVER_') && !ofClients.has(name);
}

function unknownNames(
  definitions: Readonly<Record<string, ConfigDefinition>>,
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  const settings = Object.values(definitions).flatMap((definition) => Object.values(definition));
  const names = settings.flatMap(({ env: name, sensitive }) => (sensitive ? [name, `${name}_FILE`] : [name]));
  const known = new Set<string>([logLevelSetting.env, ...names]);
  return Object.keys(env)
    .filter((name) => claimsToBeSetting(name) && !known.has(name))
    .map((name) => `${name} is not a setting here; ${whatElse(name, known)}`);
}

/** For somebody who wrote a name that nobody reads: the one that was probably meant, else where the names are. */
export function whatElse(name: string, known: Iterable<string>): string {
  const [nearest] = [...known]
    .map((each) => ({ each, distance: editsBetween(name, each) }))
    .filter(({ distance }) => distance <= MOST_EDITS)
    .toSorted((one, other) => one.distance - other.distance);
  return nearest === undefined ? "see the README's table" : `did you mean ${nearest.each}?`;
}

/** More would be another word. */
const MOST_EDITS = 3;

/** How many letters have to be put in, taken out or replaced to make one text of the other (Levenshtein). */
function editsBetween(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1];
    for (const [at, replaced] of [...other].entries()) {
      const kept = (above[at] ?? 0) + (letter === replaced ? 0 : 1);
      current.push(Math.min(kept, (above[at + 1] ?? 0) + 1, (current[at] ?? 0) + 1));
    }
    above = current;
  }
  return above.at(-1) ?? 0;
}

export interface ShownSetting {
  readonly name: string;
  readonly value: string;
}

/** What a part was started with, by the names of the variables; sensitive settings are left out, also that they are set. */
export function shownSettings<D extends ConfigDefinition>(definition: D, config: ConfigOf<D>): ShownSetting[] {
  return Object.entries(definition).flatMap(([key, { env, sensitive = false }]) => {
    const value: unknown = config[key as keyof D];
    return sensitive ? [] : [{ name: env, value: value === undefined ? '' : String(value) }];
  });
}
