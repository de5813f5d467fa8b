import type { NetworkKeyStore } from '@onceover/key-store/network';
import { checkLastingKeys } from '@onceover/postgres-kit/check-lasting-keys';
import { claimStoredKeys } from '@onceover/postgres-kit/claim-keys-directory';
import { lastingKeysOf } from '@onceover/schema/lasting-keys';
import { hmac } from '@onceover/service-kit/crypto';
import { OutageError } from '@onceover/service-kit/errors';
import type { LastingKeySource } from '@onceover/service-kit/lasting-key';
import type pg from 'pg';

type SecretsLastingKey = keyof typeof lastingKeysOf.secrets;

/** The keys of the service that a first start makes and nothing replaces; they come with the store, where there is one. */
export interface LastingKeys {
  /** What wraps the keys of labels. Throws `OutageError('keys')` while it is not there. */
  label(): Buffer;
  /**
   * Makes a network, an account or an address unrecognisable before it is stored beside what is counted for it: HMAC under
   * `network.key`, which no database holds. Losing the key loses running counts and the support desk's list, nothing else.
   * Throws `OutageError('keys')` while the key is not there.
   */
  hash(subject: string): Buffer;
}

export type OpenedLastingKeys = LastingKeys & { load(source: LastingKeySource): Promise<void> };

/** Nothing is there yet. */
export function createLastingKeys(): OpenedLastingKeys {
  const keys = new Map<SecretsLastingKey, Buffer>();
  const keyOf = (file: SecretsLastingKey): Buffer => {
    const key = keys.get(file);
    if (key === undefined) throw new OutageError('keys');
    return key;
  };
  return {
    label: () => keyOf('label.key'),
    hash: (subject) => hmac(keyOf('network.key'), subject),
    async load(source) {
      for (const file of Object.keys(lastingKeysOf.secrets) as SecretsLastingKey[])
        keys.set(file, await source.open(file));
    },
  };
}

/**
 * Makes sure that a store belongs to this database, and takes the lasting keys from it.
 *
 * Refuses  WrongKeysDirectory, KeysElsewhere: it does not, or lasting keys in it are not those the database was made with
 *          KeyStoreAway, WrongKeyStore
 */
export async function takeNetworkStore(
  store: NetworkKeyStore,
  database: pg.PoolConfig,
  lasting: OpenedLastingKeys,
): Promise<void> {
  await claimStoredKeys(database, store.holder);
  const source = lastingKeysOfStore(store);
  await checkLastingKeys(database, source, lastingKeysOf.secrets);
  await lasting.load(source);
}

function lastingKeysOfStore(store: NetworkKeyStore): LastingKeySource {
  return {
    name: store.name,
    read: (file) => store.lastingKey(file, { mayMake: false }),
    async open(file) {
      const key = await store.lastingKey(file, { mayMake: true });
      if (key === null) throw new OutageError('keys');
      return key;
    },
  };
}
