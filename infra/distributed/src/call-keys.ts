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
export function callKeyPartners(name: ServiceName): readonly ServiceName[] {
  return [...new Set([...neighboursOf(name), ...askersOf(name)])];
}

/** What a service shares with another one. */
export interface CallKeys {
  /** Signs what it asks. */
  readonly signing: Buffer;
  /** Good in what it is asked: that key, and those before and after it that are there while keys are replaced. */
  readonly accepted: readonly Buffer[];
}

/** Beside the key of a pair: the one that comes after it, and the one that it has replaced. */
const BESIDE = ['next', 'previous'] as const;

/**
 * The keys that a service shares with others, by their names.
 *
 * Refuses  `ConfigError` with what to do for each that is missing or damaged; `UnsafeKeys`: others can read them
 */
export async function readCallKeys(
  name: ServiceName,
  { callKeysDir, allowOpenKeys }: { readonly callKeysDir: string; readonly allowOpenKeys: boolean },
): Promise<ReadonlyMap<string, CallKeys>> {
  const keys = new Map<string, CallKeys>();
  const problems: string[] = [];
  for (const partner of callKeyPartners(name)) {
    const path = join(callKeysDir, callKeyFile(name, partner));
    const signing = await readIfPresent(path);
    if (signing === null) problems.push(missing(path, [name, partner]));
    const found = [{ path, key: signing }, ...(await besides(path))];
    for (const { path: file, key } of found) {
      if (key !== null && key.length !== KEY_BYTES) problems.push(damaged(file, key, [name, partner]));
    }
    const accepted = found.flatMap(({ key }) => key ?? []);
    if (signing !== null) keys.set(partner, { signing, accepted });
  }
  if (problems.length > 0) throw new ConfigError(problems);
  if (!allowOpenKeys) await refuseOpenKeys(callKeysDir);
  return keys;
}

/** Such as `gateway-secrets.next.key` beside `gateway-secrets.key`. */
async function besides(path: string): Promise<readonly { readonly path: string; readonly key: Buffer | null }[]> {
  const paths = BESIDE.map((which) => path.replace(/key$/, `${which}.key`));
  return Promise.all(paths.map(async (each) => ({ path: each, key: await readIfPresent(each) })));
}

type Pair = readonly [ServiceName, ServiceName];

const sharedBy = ([one, other]: Pair) => `ONCEOVER_CALL_KEYS_DIR: the key that ${one} and ${other} share`;

function missing(path: string, pair: Pair): string {
  return `${sharedBy(pair)} is missing; make it for both: openssl rand -out ${path} ${KEY_BYTES} && chmod 400 ${path}`;
}

function damaged(path: string, key: Buffer, pair: Pair): string {
  return `${sharedBy(pair)} has ${key.length} bytes instead of ${KEY_BYTES} (${path}); give both the same ${KEY_BYTES} bytes`;
}

/** Makes whatever keys of pairs are missing, for a machine that runs all services. */
export async function makeCallKeys(callKeysDir: string): Promise<void> {
  const files = serviceNames.flatMap((name) => callKeyPartners(name).map((partner) => callKeyFile(name, partner)));
  for (const file of new Set(files)) await openLastingKey(callKeysDir, file);
}
