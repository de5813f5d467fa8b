import { join } from 'node:path';
import { askersOf, neighboursOf, type ServiceName, serviceNames } from '@onceover/schema/internal/catalog';
import { ConfigError } from '@onceover/service-kit/config';
import { readIfPresent } from '@onceover/service-kit/durable-file';
import { refuseOpenKeys } from '@onceover/service-kit/keys-directory';
import { openLastingKey } from '@onceover/service-kit/lasting-key';

const KEY_BYTES = 32;

/** The file of the key that two services share, whichever of them asks. */
export function callKeyFile(one: ServiceName, other: ServiceName): string {
  return `${[one, other].toSorted().join('-')}.key`;
}

/** The services that share a key with this one. */
function partnersOf(name: ServiceName): readonly ServiceName[] {
  return [...new Set([...neighboursOf(name), ...askersOf(name)])];
}

/**
 * The keys that a service shares with others, by their names.
 *
 * Refuses  `ConfigError` with what to do for each that is missing or damaged; `UnsafeKeys`: others can read them
 */
export async function readCallKeys(
  name: ServiceName,
  { callKeysDir, allowOpenKeys }: { readonly callKeysDir: string; readonly allowOpenKeys: boolean },
): Promise<ReadonlyMap<string, Buffer>> {
  const keys = new Map<string, Buffer>();
  const problems: string[] = [];
  for (const partner of partnersOf(name)) {
    const path = join(callKeysDir, callKeyFile(name, partner));
    const key = await readIfPresent(path);
    if (key?.length === KEY_BYTES) keys.set(partner, key);
    else problems.push(problemOf(path, key, [name, partner]));
  }
  if (problems.length > 0) throw new ConfigError(problems);
  if (!allowOpenKeys) await refuseOpenKeys(callKeysDir);
  return keys;
}

function problemOf(path: string, key: Buffer | null, [one, other]: readonly [ServiceName, ServiceName]): string {
  const what = `ONCEOVER_CALL_KEYS_DIR: the key that ${one} and ${other} share`;
  if (key !== null)
    return `${what} has ${key.length} bytes instead of ${KEY_BYTES} (${path}); give both the same 32 bytes`;
  return `${what} is missing; make it for both: openssl rand -out ${path} ${KEY_BYTES} && chmod 400 ${path}`;
}

/** Makes whatever keys of pairs are missing, for a machine that runs all services. */
export async function makeCallKeys(callKeysDir: string): Promise<void> {
  const files = serviceNames.flatMap((name) => partnersOf(name).map((partner) => callKeyFile(name, partner)));
  for (const file of new Set(files)) await openLastingKey(callKeysDir, file);
}
