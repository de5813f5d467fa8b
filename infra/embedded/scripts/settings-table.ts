import { readFileSync, writeFileSync } from 'node:fs';
import { accountsConfig } from '@onceover/accounts/config';
import { auditConfig } from '@onceover/audit/config';
import { gatewayConfig } from '@onceover/gateway/config';
import { notificationsConfig } from '@onceover/notifications/config';
import { secretsConfig } from '@onceover/secrets/config';
import { type ConfigDefinition, logLevelSetting, type Setting } from '@onceover/service-kit/config';
import { embeddedConfig } from '../src/config.ts';

/**
 * Prints every README's table of settings, between its marks, from their definitions; with `--check`, only tells whether
 * they are current.
 */
const tables: Readonly<Record<string, readonly ConfigDefinition[]>> = {
  'README.md': [
    embeddedConfig,
    gatewayConfig,
    accountsConfig,
    secretsConfig,
    notificationsConfig,
    auditConfig,
    { logLevel: logLevelSetting },
  ],
  'services/accounts/README.md': [accountsConfig],
  'services/audit/README.md': [auditConfig],
  'services/gateway/README.md': [gatewayConfig],
  'services/notifications/README.md': [notificationsConfig],
  'services/secrets/README.md': [secretsConfig],
  'infra/embedded/README.md': [embeddedConfig],
};
const marked = /(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/;

for (const [path, definitions] of Object.entries(tables)) {
  const readme = new URL(`../../../${path}`, import.meta.url);
  const text = readFileSync(readme, 'utf8');
  if (!marked.test(text)) throw new TypeError(`${path} has no marks for its table of settings`);
  const wanted = text.replace(marked, (_whole, before: string, after: string) => before + tableOf(definitions) + after);
  if (wanted === text) continue;
  if (process.argv.includes('--check')) {
    process.stderr.write(`The settings table of ${path} is out of date, run \`npm run codegen\`.\n`);
    process.exitCode = 1;
  } else {
    writeFileSync(readme, wanted);
    process.stdout.write(`wrote ${path}\n`);
  }
}

function tableOf(definitions: readonly ConfigDefinition[]): string {
  const settings = definitions.flatMap((definition) => Object.values(definition));
  const rows = new Map(settings.map((setting) => [setting.env, rowOf(setting)]));
  return ['| Setting | Default | Meaning |', '| --- | --- | --- |', ...rows.values(), ''].join('\n');
}

function rowOf({ env, default: fallback, doc, sensitive }: Setting<unknown>): string {
  const from = sensitive === true ? ' Also from the file that `_FILE` names.' : '';
  return `| \`${env}\` | ${shownDefault(fallback)} | ${doc}${from} |`;
}

function shownDefault(value: unknown): string {
  if (value === undefined || value === null || String(value) === '') return '';
  return typeof value === 'boolean' ? `\`${value ? 'on' : 'off'}\`` : `\`${String(value)}\``;
}
