import { gatewayConfig } from '@onceover/gateway/config';
import { type Door, fewSettings, tellHealth } from '@onceover/process/health';
import { metricsSettings } from '@onceover/process/metrics';
import { ConfigError } from '@onceover/service-kit/config';
import { processConfig } from './config.ts';
import type { ProcessName } from './processes.ts';
import { tlsIdentityOf } from './tls-identity.ts';

/**
 * `main.ts NAME health`, with the settings of the process: whether it is ready. It reads a few of them and loads nothing of the
 * product, because a health check runs every few seconds.
 */
export async function processHealth(name: ProcessName, env: NodeJS.ProcessEnv): Promise<number> {
  return await tellHealth(() => doorOf(name, env));
}

/** Where the process with these settings is asked. */
export const doorOf = (name: ProcessName, env: NodeJS.ProcessEnv): Door => (doors[name] ?? internalDoor)(env);

const doors: Partial<Record<ProcessName, (env: NodeJS.ProcessEnv) => Door>> = {
  gateway: publicDoor,
  relay: metricsDoor,
  'partner-egress': metricsDoor,
};

/** Where people reach the gateway. */
function publicDoor(env: NodeJS.ProcessEnv): Door {
  const { host, port } = gatewayConfig;
  return fewSettings({ host, port }, env);
}

/** Where the other services reach a service. */
function internalDoor(env: NodeJS.ProcessEnv): Door {
  const { internalHost, internalPort, tlsCertFile, tlsKeyFile, tlsCaFile } = processConfig;
  const settings = fewSettings({ internalHost, internalPort, tlsCertFile, tlsKeyFile, tlsCaFile }, env);
  return { host: settings.internalHost, port: settings.internalPort, tls: tlsIdentityOf(settings) };
}

/** Nobody asks these anything but how they are. */
function metricsDoor(env: NodeJS.ProcessEnv): Door {
  const { metricsHost: host, metricsPort: port } = fewSettings(metricsSettings, env);
  if (port !== undefined) return { host, port };
  throw new ConfigError(['this process answers health checks on its metrics port: set ONCEOVER_METRICS_PORT']);
}
