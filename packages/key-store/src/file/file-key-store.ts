import { wipe } from '@onceover/service-kit/crypto';
import { deriveEpochKey, derivePepper, derivingFrom, opensKeyCheck, sealKeyCheck } from '../derivation.ts';
import type { CheckedKey, KeyStore } from '../key-store.ts';
import { type KeyFiles, type KeyFilesOptions, openKeyFiles } from './key-files.ts';

/** The store in a keys directory of this host. Keys are in memory only while something is derived from them. */
export async function openFileKeyStore(options: KeyFilesOptions): Promise<KeyStore> {
  return keyStoreOn(await openKeyFiles(options));
}

function keyStoreOn(files: KeyFiles): KeyStore {
  const readChecked = (key: CheckedKey) => (key.kind === 'root' ? files.readRoot() : files.readKek(key.version));
  return {
    name: 'the keys directory',
    kekPlace: files.kekPlace,
    fixedKek: files.fixedKek,
    check: async () => undefined,
    newestKek: files.newestKek,
    createKek: async (version) => wipe(await files.createKek(version)),
    secureKek: files.secureKek,
    destroyKek: files.destroyKek,
    createRoot: async () => wipe(await files.createRoot()),
    sealCheck: (key, v) =>
      using([readChecked(key)], ([found]) => sealKeyCheck(key.kind, derivingFrom(present(found)), v)),
    opensCheck: (key, v, box) =>
      using([readChecked(key)], async ([found]) =>
        found === null ? null : await opensKeyCheck(key.kind, derivingFrom(found), v, box),
      ),
    pepper: () =>
      using([files.readRoot()], async ([root]) => (root === null ? null : await derivePepper(derivingFrom(root)))),
    createEpochKey: async (keyId) => wipe(await files.createEpochKey(keyId)),
    epochKey: ({ e, keyId, v }) =>
      using([files.readEpochKey(keyId), files.readKek(v)], async ([erasable, kek]) =>
        erasable === null || kek === null ? null : deriveEpochKey(e, erasable, kek),
      ),
    destroyEpochKey: files.destroyEpochKey,
    listEpochKeys: files.listEpochKeys,
    destroyOrphans: files.destroyOrphans,
    [Symbol.dispose]: () => undefined,
  };
}

/** Overwrites the keys when the work is done. */
async function using<const Keys extends readonly Promise<Buffer | null>[], R>(
  reading: Keys,
  work: (keys: { readonly [Index in keyof Keys]: Awaited<Keys[Index]> }) => Promise<R>,
): Promise<R> {
  const keys = await Promise.all(reading);
  try {
    return await work(keys as { readonly [Index in keyof Keys]: Awaited<Keys[Index]> });
  } finally {
    wipe(...keys);
  }
}

function present(key: Buffer | null | undefined): Buffer {
  if (key === null || key === undefined) throw new Error('a key that is to be checked is not there');
  return key;
}
