import { readFileSync, writeFileSync } from 'node:fs';
import { definitions } from '@onceover/embedded/config';
import { kafkaConfig } from '@onceover/kafka-log/config';
import { keyStoreConfig } from '@onceover/keys/config';
import { redisConfig } from '@onceover/redis-kit/config';
import { serviceNames } from '@onceover/schema/internal/catalog';
import { type ConfigDefinition, logLevelSetting, type Setting } from '@onceover/service-kit/config';
import { partnerEgressConfig, processConfig, storeConfig, urlSetting } from '../src/config.ts';
import { relayConfig } from '../src/relay-process.ts';

/**
 * Prints every README's table of settings, between its marks, from their definitions; with `--check`, only tells whether
 * they are current.
 */
const { embedded, gateway, ...services } = definitions;
const urls = serviceNames.map((name) => [name, urlSetting(name)] as const);
const tables: Readonly<Record<string, readonly ConfigDefinition[]>> = {
  'README.md': [embedded, gateway, ...Object.values(services), { logLevel: logLevelSetting }],
  'infra/embedded/README.md': [embedded],
  'infra/keys/README.md': [keyStoreConfig],
  'infra/distributed/README.md': [
    processConfig,
    storeConfig,
    relayConfig,
    partnerEgressConfig,
    Object.fromEntries(urls),
  ],
  'packages/kafka-log/README.md': [kafkaConfig],
  'packages/redis-kit/README.md': [redisConfig],
  ...Object.fromEntries(
    Object.entries({ gateway, ...services }).map(([name, its]) => [`services/${name}/README.md`, [its]]),
  ),
};
const marked = /(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/;

for (const [path, listed] of Object.entries(tables)) {
  const readme = new URL(`../../../${path}`, import.meta.url);
  const text = readFileSync(readme, 'utf8');
  if (!marked.test(text)) throw new TypeError(`${path} has no marks for its table of settings`);
  const wanted = text.replace(marked, (_whole, before: string, after: string) => before + tableOf(listed) + after);
  if (wanted === text) continue;
  if (process.argv.includes('--check')) {
    process.stderr.write(`The settings table of ${path} is out of date, run \`npm run codegen\`.\n`);
    process.exitCode = 1;
  } else {
    writeFileSync(readme, wanted);
    process.stdout.write(`wrote ${path}\n`);
  }
}

function tableOf(listed: readonly ConfigDefinition[]): string {
  const settings = listed.flatMap((definition) => Object.values(definition));
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
