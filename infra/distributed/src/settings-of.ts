import { accountsConfig } from '@onceover/accounts/config';
import { auditConfig } from '@onceover/audit/config';
import { gatewayConfig } from '@onceover/gateway/config';
import { keyStoreConfig } from '@onceover/keys/config';
import { notificationsConfig } from '@onceover/notifications/config';
import { type ServiceName, serviceNames } from '@onceover/schema/internal/catalog';
import { secretsConfig } from '@onceover/secrets/config';
import {
  type ConfigDefinition,
  ConfigError,
  claimsToBeSetting,
  logLevelSetting,
  type Setting,
  whatElse,
} from '@onceover/service-kit/config';
import { backingConfig } from './backing.ts';
import { neighbourConfig, partnerEgressConfig, processConfig, storeConfig } from './config.ts';

/** Every process that `npm run start:distributed` gives settings. */
export const processesWithSettings = [...serviceNames, 'partner-egress', 'key-store'] as const;
export type ProcessWithSettings = (typeof processesWithSettings)[number];

const { kafka, redis } = backingConfig;

/** What a process reads beside the settings of every process. */
const own: Readonly<Record<ProcessWithSettings, readonly ConfigDefinition[]>> = {
  accounts: [accountsConfig, storeConfig, kafka, redis],
  secrets: [secretsConfig, storeConfig, kafka, redis],
  notifications: [notificationsConfig, storeConfig, kafka, redis],
  audit: [auditConfig, storeConfig, kafka, redis],
  gateway: [gatewayConfig, redis],
  'partner-egress': [partnerEgressConfig, kafka, redis],
  'key-store': [keyStoreConfig],
};

export const isService = (name: ProcessWithSettings): name is ServiceName =>
  name !== 'key-store' && name !== 'partner-egress';

/** The settings of a process that are not those of every process, as it reads them. */
export const ownSettingsOf = (name: ProcessWithSettings): Readonly<Record<string, ConfigDefinition>> =>
  Object.fromEntries(own[name].map((definition, at) => [`own${at}`, definition]));

/** Every setting that a process knows, by its name. */
export function settingsOf(name: ProcessWithSettings): ReadonlyMap<string, Setting<unknown>> {
  const shared = isService(name) ? [processConfig, neighbourConfig(name)] : [];
  const definitions = [...own[name], ...shared, { logLevel: logLevelSetting }];
  return new Map(definitions.flatMap((each) => Object.values(each).map((setting) => [setting.env, setting])));
}

/** Whether a variable is a setting, or names the file that has one. */
export function isKnown(name: string, settings: ReadonlyMap<string, Setting<unknown>>): boolean {
  return settings.has(name) || settings.get(name.replace(/_FILE$/, ''))?.sensitive === true;
}

/** Refuses  `ConfigError`: what no process knows */
export function refuseUnknownSettings(env: Readonly<Record<string, string | undefined>>): void {
  const all = new Map(processesWithSettings.flatMap((name) => [...settingsOf(name)]));
  const unknown = Object.keys(env).filter((name) => claimsToBeSetting(name) && !isKnown(name, all));
  if (unknown.length === 0) return;
  throw new ConfigError(
    unknown.map((name) => `${name} is not a setting of any service; ${whatElse(name, all.keys())}`),
  );
}
