import { parseArgs } from 'node:util';
import { ConfigError } from '@onceover/service-kit/config';

const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  'data-dir': { type: 'string' },
  'keys-dir': { type: 'string' },
  'allow-open-keys': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

export const usage = `npm start -- [--port 3000] [--host 127.0.0.1] [--data-dir ./data] [--keys-dir DATA-DIR-keys] [--allow-open-keys]
npm start -- --version   which version this is
npm start -- health      with the same settings: is it ready? Exit code 0 or 1, and why not
Every other setting comes from the environment; the README lists them.`;

/** What the command line says, as settings: a flag goes before the environment. */
export function settingsFromFlags(args: readonly string[]): Record<string, string> | 'help' | 'version' {
  try {
    const { values } = parseArgs({ args: [...args], options });
    if (values.help === true) return 'help';
    if (values.version === true) return 'version';
    const asked = {
      ONCEOVER_PORT: values.port,
      ONCEOVER_HOST: values.host,
      ONCEOVER_DATA_DIR: values['data-dir'],
      ONCEOVER_KEYS_DIR: values['keys-dir'],
      ONCEOVER_ALLOW_OPEN_KEYS: values['allow-open-keys'] === true ? 'on' : undefined,
    };
    return Object.fromEntries(
      Object.entries(asked).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
  } catch (error) {
    throw new ConfigError([error instanceof Error ? error.message : String(error)]);
  }
}
