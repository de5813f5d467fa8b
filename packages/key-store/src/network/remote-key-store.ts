import { type KeysHolder, UnsafeKeys, WrongKeysDirectory } from '@onceover/service-kit/keys-directory';
import { KeyStoreAway, WrongKeyStore } from '../key-store.ts';
import { type Answer, httpsClient, type TlsIdentity } from './https-client.ts';
import type { NetworkKeyStore } from './network-key-store.ts';
import {
  type CallInput,
  type CallName,
  type CallOutput,
  callPath,
  callRefusal,
  keyStoreCalls,
  STORE_HEADER,
} from './protocol.ts';

const KEY_BYTES = 32;
const PLACE = /^key-store (?<id>\S+)$/;

type Call = <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<CallOutput<Name>>;

/** The store of `infra/keys`, asked over mutual TLS. Once it has answered, another one in its place is refused. */
export function openRemoteKeyStore(
  url: string,
  identity: Required<TlsIdentity>,
  options: { readonly deadlineMs?: number } = {},
): NetworkKeyStore {
  const name = 'the key store';
  const client = httpsClient(url, identity, { name, ...options });
  let ids: readonly string[] = [];

  const call: Call = async (callName, input) => {
    const body = JSON.stringify(input);
    const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
    const answer = await client.ask({ method: 'POST', path: callPath(callName), headers, body });
    ids = identified(name, ids, answer);
    if (answer.status !== 200 && answer.status !== 204) throw refusalOf(name, answer);
    return outputOf(name, callName, answer) as CallOutput<typeof callName>;
  };

  return {
    name,
    kekPlace: name,
    fixedKek: null,
    ...callsOf(call),
    holder: holderOf(`${name} ${url}`, call, () => ids),
    [Symbol.dispose]: () => client[Symbol.dispose](),
  };
}

function callsOf(
  call: Call,
): Omit<NetworkKeyStore, 'name' | 'kekPlace' | 'fixedKek' | 'holder' | typeof Symbol.dispose> {
  return {
    check: async () => void (await call('check', {})),
    newestKek: async () => (await call('newestKek', {})).version,
    createKek: async (version) => void (await call('createKek', { version })),
    secureKek: async (version) => void (await call('secureKek', { version })),
    destroyKek: async (version) => void (await call('destroyKek', { version })),
    createRoot: async () => void (await call('createRoot', {})),
    sealCheck: async (key, v) => Buffer.from((await call('sealCheck', { key, v })).box, 'base64'),
    opensCheck: async (key, v, box) => (await call('opensCheck', { key, v, box: box.toString('base64') })).isRight,
    pepper: () => call('pepper', {}),
    createEpochKey: async (keyId) => void (await call('createEpochKey', { keyId })),
    epochKey: ({ e, keyId, v }) => call('epochKey', { e, keyId, v }),
    async destroyEpochKey(keyId, midway) {
      await midway();
      await call('destroyEpochKey', { keyId });
    },
    listEpochKeys: async () => (await call('listEpochKeys', {})).keyIds,
    async destroyOrphans({ databaseIds, keyIds }) {
      const known = { databaseIds: [...databaseIds], keyIds: [...keyIds] };
      return (await call('destroyOrphans', known)).destroyed;
    },
    lastingKey: (file, { mayMake }) => call('lastingKey', { file, mayMake }),
  };
}

function holderOf(name: string, call: Call, ids: () => readonly string[]): KeysHolder {
  return {
    name,
    setting: 'ONCEOVER_KEY_STORE',
    place: async () => `key-store ${ids()[0]}`,
    isAt: async (place) => ids().includes(PLACE.exec(place)?.groups?.id ?? ''),
    readOwner: async () => (await call('readOwner', {})).owner,
    claim: async (owner) => (await call('claim', { owner: { ...owner, former: [...owner.former] } })).owner,
    handOver: async (owner) => void (await call('handOver', { owner: { ...owner, former: [...owner.former] } })),
    holdsKeys: async () => (await call('holdings', {})).holdsKeys,
    holdsEpochKeys: async () => (await call('holdings', {})).holdsEpochKeys,
    nameOwner: (id) => `echo ${id} > database.id, in the directory of the key store`,
  };
}

/** The ids of the store that answered, which must be the one that answered before. */
function identified(name: string, before: readonly string[], { headers }: Answer): readonly string[] {
  const header = headers[STORE_HEADER];
  const ids = typeof header === 'string' ? header.split(' ') : [];
  const [was] = before;
  if (ids.length === 0) throw new WrongKeyStore('What answers at the address of the key store is none.');
  if (was !== undefined && !ids.includes(was)) throw new WrongKeyStore(`${capital(name)} is another one than before.`);
  return ids;
}

function outputOf(name: string, call: CallName, { status, body }: Answer): unknown {
  const { output } = keyStoreCalls[call];
  if (output === 'key') {
    if (status === 204) return null;
    if (body.length !== KEY_BYTES) throw new WrongKeyStore(`${capital(name)} gave something else than a key.`);
    return body;
  }
  const read = output.safeParse(jsonOf(body));
  if (!read.success) throw new WrongKeyStore(`${capital(name)} answered what this version does not understand.`);
  return read.data;
}

function refusalOf(name: string, { status, body }: Answer): Error {
  const { data } = callRefusal.safeParse(jsonOf(body));
  switch (data?.error) {
    case 'unsafe':
      return new UnsafeKeys(data.message);
    case 'foreign':
      return new WrongKeysDirectory(data.message);
    case 'refused':
    case 'not-understood':
      return new WrongKeyStore(`${capital(name)} refuses this process: ${data.message}`);
    default:
      return new KeyStoreAway(`${name} cannot answer now: ${data?.message ?? `status ${status}`}`);
  }
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
