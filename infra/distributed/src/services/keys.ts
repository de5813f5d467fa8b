import type { TakenKeys } from '@onceover/process/take-keys';
import { hostIdentity } from '@onceover/service-kit/host-identity';

/** The keys directory that the processes of a service share; with `host`, those of this host alone. */
export type KeysOfService = Pick<TakenKeys, 'keysDir' | 'host'>;

/** Keys that never change: every host may have a copy. */
export async function everywhere({ keysDir }: { readonly keysDir: string }): Promise<KeysOfService> {
  return { keysDir };
}

interface HostedKeys {
  readonly keysDir: string;
  readonly keysHost?: string | undefined;
}

/** Keys that are made and destroyed: another host, or a copy, would do so on its own. */
export async function onThisHost({ keysDir, keysHost }: HostedKeys): Promise<KeysOfService> {
  return { keysDir, host: await hostIdentity(keysHost) };
}
