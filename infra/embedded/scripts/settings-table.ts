import { readFileSync, writeFileSync } from 'node:fs';
import { accountsConfig } from '@onceover/accounts/config';
import { gatewayConfig } from '@onceover/gateway/config';
import { notificationsConfig } from '@onceover/notifications/config';
import { secretsConfig } from '@onceover/secrets/config';
import type { ConfigDefinition } from '@onceover/service-kit/config';
import { embeddedConfig } from '../src/config.ts';

/** Prints the README's table of settings from their definitions; with `--check`, only tells whether it is current. */
const readme = new URL('../../../README.md', import.meta.url);
const marked = /(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/;

function rows(definition: ConfigDefinition): [string, string][] {
  return Object.values(definition).map((setting) => {
    const fallback = shownDefault(setting.default);
    const from = setting.sensitive ? ' Also from the file that `_FILE` names.' : '';
    return [setting.env, `| \`${setting.env}\` | ${fallback} | ${setting.doc}${from} |`];
  });
}

function shownDefault(value: unknown): string {
  if (value === undefined || value === null || String(value) === '') return '';
  return typeof value === 'boolean' ? `\`${value ? 'on' : 'off'}\`` : `\`${String(value)}\``;
}

const all = [embeddedConfig, gatewayConfig, accountsConfig, secretsConfig, notificationsConfig].flatMap(rows);
const logLevel = '| `ONCEOVER_LOG_LEVEL` | `info` | `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`. |';
const table = ['| Setting | Default | Meaning |', '| --- | --- | --- |', ...new Map(all).values(), logLevel, ''].join(
  '\n',
);

const text = readFileSync(readme, 'utf8');
const wanted = text.replace(marked, (_whole, before: string, after: string) => `${before}${table}${after}`);
if (process.argv.includes('--check')) {
  if (wanted !== text) {
    process.stderr.write('The settings table of README.md is out of date, run `npm run codegen`.\n');
    process.exitCode = 1;
  }
} else if (wanted !== text) {
  writeFileSync(readme, wanted);
  process.stdout.write('wrote README.md\n');
}
