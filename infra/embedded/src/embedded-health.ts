import { gatewayConfig } from '@onceover/gateway/config';
import { fewSettings, tellHealth } from '@onceover/process/health';
import { settingsFromFlags, usage } from './flags.ts';

/**
 * `npm start -- health`, with the settings of the start: whether the process that runs is ready. It reads two of them and loads
 * nothing of the product, because a health check runs every few seconds.
 */
export async function embeddedHealth(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const flags = settingsFromFlags(args);
  if (flags === 'help' || flags === 'version') {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  const { host, port } = gatewayConfig;
  return await tellHealth(() => fewSettings({ host, port }, { ...env, ...flags }));
}
