import { type AskingTls, askReadiness } from '@onceover/service-http/ask-readiness';
import { type ConfigDefinition, ConfigError, type ConfigOf, loadConfig } from '@onceover/service-kit/config';
import type { Readiness } from '@onceover/service-kit/lifecycle';

/** Where a process that runs is asked. */
export interface Door {
  readonly host: string;
  readonly port: number;
  /** Where it listens with mutual TLS. */
  readonly tls?: AskingTls | undefined;
}

/**
 * For health checks of containers and service managers, which have no other program at hand: asks the process that runs with the
 * same settings whether it is ready, and says so in one line. Returns the exit code: 0 ready; 1 not ready, with the reason.
 */
export async function tellHealth(doorOf: () => Door): Promise<number> {
  const { isReady, reason = 'not ready' } = await askHealth(doorOf);
  process.stdout.write(isReady ? 'ready\n' : `not ready: ${reason}\n`);
  return isReady ? 0 : 1;
}

/** Whether the process is ready. Settings that do not say where to ask are a reason why not. */
export async function askHealth(doorOf: () => Door): Promise<Readiness> {
  try {
    const { host, port, tls } = doorOf();
    // The process is asked where it listens, which need not be where others find it.
    const own = tls && { ...tls, checkServerIdentity: () => undefined };
    return await askReadiness(new URL(`${tls ? 'https' : 'http'}://${askedHost(host)}:${port}`), own);
  } catch (error) {
    if (error instanceof ConfigError) return { isReady: false, reason: error.problems.join('; ') };
    throw error;
  }
}

/** Whoever listens on every address of the machine is asked on loopback. */
function askedHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** A few settings of a process, from an environment that also has those of others. Throws `ConfigError`. */
export function fewSettings<const D extends ConfigDefinition>(
  definition: D,
  env: Readonly<Record<string, string | undefined>>,
): ConfigOf<D> {
  const names = Object.values(definition).map((setting) => setting.env);
  return loadConfig({ few: definition }, Object.fromEntries(names.map((name) => [name, env[name]]))).few;
}
