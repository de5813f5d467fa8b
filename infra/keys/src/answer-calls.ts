import type { KeyStore } from '@onceover/key-store';
import type { CallInput, CallName, CallOutput } from '@onceover/key-store/protocol';
import { type KeysHolder, keysDirectory } from '@onceover/service-kit/keys-directory';
import { openLastingKey, readLastingKey } from '@onceover/service-kit/lasting-key';
import type { KeyUse } from './audit/audit-log.ts';

/** How each call is answered. */
export type Answers = { readonly [Name in CallName]: (input: CallInput<Name>) => Promise<CallOutput<Name>> };

/** What the store in this directory answers. */
export function answersOf(store: KeyStore, directory: string): Answers {
  return { ...keyAnswers(store, directory), ...holderAnswers(keysDirectory(directory)) };
}

type HolderCall = 'readOwner' | 'claim' | 'handOver' | 'holdings';

function keyAnswers(store: KeyStore, directory: string): Omit<Answers, HolderCall> {
  const done = async (work: Promise<void>) => {
    await work;
    return {};
  };
  return {
    check: () => done(store.check()),
    newestKek: async () => ({ version: await store.newestKek() }),
    createKek: ({ version }) => done(store.createKek(version)),
    secureKek: ({ version }) => done(store.secureKek(version)),
    destroyKek: ({ version }) => done(store.destroyKek(version)),
    createRoot: () => done(store.createRoot()),
    sealCheck: async ({ key, v }) => ({ box: (await store.sealCheck(key, v)).toString('base64') }),
    opensCheck: async ({ key, v, box }) => ({ isRight: await store.opensCheck(key, v, Buffer.from(box, 'base64')) }),
    pepper: () => store.pepper(),
    createEpochKey: ({ keyId }) => done(store.createEpochKey(keyId)),
    epochKey: (epoch) => store.epochKey(epoch),
    destroyEpochKey: ({ keyId }) => done(store.destroyEpochKey(keyId, () => undefined)),
    listEpochKeys: async () => ({ keyIds: [...(await store.listEpochKeys())] }),
    async destroyOrphans({ databaseIds, keyIds }) {
      const known = { databaseIds: new Set(databaseIds), keyIds: new Set(keyIds) };
      return { destroyed: await store.destroyOrphans(known) };
    },
    lastingKey: ({ file, mayMake }) => (mayMake ? openLastingKey(directory, file) : readLastingKey(directory, file)),
  };
}

function holderAnswers(holder: KeysHolder): Pick<Answers, HolderCall> {
  const owned = (owner: Awaited<ReturnType<KeysHolder['readOwner']>>) => ({
    owner: owner === null ? null : { ...owner, former: [...owner.former] },
  });
  return {
    readOwner: async () => owned(await holder.readOwner()),
    claim: async ({ owner }) => owned(await holder.claim(owner)),
    async handOver({ owner }) {
      await holder.handOver(owner);
      return {};
    },
    async holdings() {
      return { holdsKeys: await holder.holdsKeys(), holdsEpochKeys: await holder.holdsEpochKeys() };
    },
  };
}

/** Calls that neither use nor change a key. */
const SILENT: ReadonlySet<CallName> = new Set(['check', 'newestKek', 'listEpochKeys', 'readOwner', 'holdings']);

/** What the audit says of a call; null for one that it does not tell. */
export function useOf(who: string, name: CallName, input: CallInput<CallName>): KeyUse | null {
  if (SILENT.has(name)) return null;
  return {
    who,
    what: name,
    ...('e' in input ? { epoch: input.e } : {}),
    ...('keyId' in input ? { keyId: input.keyId } : {}),
    ...versionIn(input),
    ...('file' in input ? { file: input.file } : {}),
  };
}

function versionIn(input: CallInput<CallName>): { readonly version?: number } {
  if ('version' in input) return { version: input.version };
  if ('key' in input && input.key.kind === 'kek') return { version: input.key.version };
  return 'e' in input ? { version: input.v } : {};
}
