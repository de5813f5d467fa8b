import { type KeysHolder, WrongKeysDirectory } from '@onceover/service-kit/keys-directory';
import {
  type Derive,
  deriveEpochKeyBy,
  deriveLastingKey,
  derivePepper,
  opensKeyCheck,
  sealKeyCheck,
} from '../derivation.ts';
import { type CheckedKey, type KeyStore, WrongKeyStore } from '../key-store.ts';
import type { TlsIdentity } from '../network/https-client.ts';
import type { NetworkKeyStore } from '../network/network-key-store.ts';
import { type OpenBaoAddress, type OpenBaoClient, openBaoClient } from './openbao-client.ts';
import { ownerRecordAt } from './owner-record.ts';
import { type TransitKeys, transitKeysIn } from './transit-keys.ts';

export interface OpenBaoPlace extends OpenBaoAddress {
  /** Where the Transit engine is mounted. */
  readonly transit: string;
  /** Where a KV engine (version 2) is mounted, for the record that says whose keys they are. */
  readonly kv: string;
  /** Beginning of the names of keys. */
  readonly prefix: string;
}

/**
 * OpenBao as the store. Every key is a key of its Transit engine, which never gives it out; what it derives is an HMAC, so an
 * epoch is asked for once for each process here too. Destroying an epoch's key deletes it.
 */
export function openOpenBaoKeyStore(
  place: OpenBaoPlace,
  identity: TlsIdentity,
  options: { readonly deadlineMs?: number } = {},
): NetworkKeyStore {
  const client = openBaoClient(place, identity, options);
  const keys = transitKeysIn(client, place.transit);
  const nameOf = namesUnder(place.prefix);
  const name = 'OpenBao';
  const cluster = clusterOf(client, name);
  const holder = holderOf(client, keys, { place, name: `${name} at ${place.url}`, cluster });
  return {
    name,
    kekPlace: name,
    fixedKek: null,
    check: async () => void (await cluster()),
    ...lastingOf(keys, nameOf),
    ...epochsOf(keys, nameOf, holder),
    async lastingKey(file, { mayMake }) {
      const lasting = nameOf.lasting(file);
      if (mayMake) await keys.create(lasting);
      const derive = await keys.derive(lasting);
      return derive === null ? null : await deriveLastingKey(file, derive);
    },
    holder,
    [Symbol.dispose]: () => client[Symbol.dispose](),
  };
}

type Names = ReturnType<typeof namesUnder>;

function namesUnder(prefix: string) {
  return {
    kek: (version: number) => `${prefix}-kek-${version}`,
    root: `${prefix}-root`,
    epoch: (keyId: string) => `${prefix}-epoch-${keyId}`,
    lasting: (file: string) => `${prefix}-lasting-${file.replace(/\.key$/, '')}`,
    versionIn: (name: string) => Number(new RegExp(`^${prefix}-kek-([1-9]\\d{0,8})$`).exec(name)?.[1] ?? 0),
    keyIdIn: (name: string) => new RegExp(`^${prefix}-epoch-([0-9a-z]{26})$`).exec(name)?.[1],
  };
}

type Lasting =
  | 'newestKek'
  | 'createKek'
  | 'secureKek'
  | 'destroyKek'
  | 'createRoot'
  | 'sealCheck'
  | 'opensCheck'
  | 'pepper';

function lastingOf(keys: TransitKeys, nameOf: Names): Pick<KeyStore, Lasting> {
  const deriveOf = (key: CheckedKey) => keys.derive(key.kind === 'root' ? nameOf.root : nameOf.kek(key.version));
  return {
    newestKek: async () => Math.max(0, ...(await keys.list()).map(nameOf.versionIn)),
    createKek: (version) => keys.create(nameOf.kek(version)),
    secureKek: (version) => keys.refuseUnsafe(nameOf.kek(version)),
    destroyKek: (version) => keys.destroy(nameOf.kek(version)),
    createRoot: () => keys.create(nameOf.root),
    sealCheck: async (key, v) => sealKeyCheck(key.kind, present(await deriveOf(key)), v),
    async opensCheck(key, v, box) {
      const derive = await deriveOf(key);
      return derive === null ? null : await opensKeyCheck(key.kind, derive, v, box);
    },
    async pepper() {
      const root = await keys.derive(nameOf.root);
      return root === null ? null : await derivePepper(root);
    },
  };
}

type Epochs = 'createEpochKey' | 'epochKey' | 'destroyEpochKey' | 'listEpochKeys' | 'destroyOrphans';

function epochsOf(keys: TransitKeys, nameOf: Names, holder: KeysHolder): Pick<KeyStore, Epochs> {
  const listEpochKeys = async () => (await keys.list()).flatMap((name) => nameOf.keyIdIn(name) ?? []);
  return {
    createEpochKey: (keyId) => keys.create(nameOf.epoch(keyId)),
    async epochKey({ e, keyId, v }) {
      const [erasable, kek] = await Promise.all([keys.derive(nameOf.epoch(keyId)), keys.derive(nameOf.kek(v))]);
      return erasable === null || kek === null ? null : await deriveEpochKeyBy(e, erasable, kek);
    },
    async destroyEpochKey(keyId, midway) {
      await midway();
      await keys.destroy(nameOf.epoch(keyId));
    },
    listEpochKeys,
    async destroyOrphans({ databaseIds, keyIds }) {
      const owner = await holder.readOwner();
      if (owner === null || !databaseIds.has(owner.id)) {
        throw new WrongKeysDirectory(`The keys in ${holder.name} do not belong to this database; they are left alone.`);
      }
      const orphans = (await listEpochKeys()).filter((keyId) => !keyIds.has(keyId));
      for (const keyId of orphans) await keys.destroy(nameOf.epoch(keyId));
      return orphans.length;
    },
  };
}

interface Holding {
  readonly place: OpenBaoPlace;
  readonly name: string;
  readonly cluster: () => Promise<string>;
}

function holderOf(client: OpenBaoClient, keys: TransitKeys, { place, name, cluster }: Holding): KeysHolder {
  const { transit, kv, prefix } = place;
  const here = async () => `openbao ${await cluster()} ${transit} ${kv} ${prefix}`;
  const nameOf = namesUnder(prefix);
  return {
    name,
    setting: 'ONCEOVER_KEY_STORE, ONCEOVER_OPENBAO_PREFIX',
    place: here,
    isAt: async (known) => known === (await here()),
    ...ownerRecordAt(client, `${kv}/data/${prefix}/owner`),
    holdsKeys: async () => (await keys.list()).some((key) => key.startsWith(`${prefix}-`)),
    holdsEpochKeys: async () => (await keys.list()).some((key) => nameOf.keyIdIn(key) !== undefined),
    nameOwner: (id) =>
      `echo '${JSON.stringify({ data: { id, home: null, starts: 0, former: [] } })}' | bao write ${kv}/data/${prefix}/owner -`,
  };
}

/** The id of the cluster, which must be the one that answered before. */
function clusterOf(client: OpenBaoClient, name: string): () => Promise<string> {
  let before: string | undefined;
  return async () => {
    const id = await client.check();
    if (before !== undefined && id !== before) throw new WrongKeyStore(`${name} is another one than before.`);
    before = id;
    return id;
  };
}

function present(derive: Derive | null): Derive {
  if (derive === null) throw new Error('a key that is to be checked is not there');
  return derive;
}
