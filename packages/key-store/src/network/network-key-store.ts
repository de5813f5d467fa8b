import type { KeysHolder } from '@onceover/service-kit/keys-directory';
import type { KeyStore } from '../key-store.ts';

/** A store that several hosts share. It also says whose keys it has, and keeps the lasting keys that they all need. */
export interface NetworkKeyStore extends KeyStore {
  readonly holder: KeysHolder;
  /** The key of 32 bytes by this name, which the caller wipes; null where there is none and none may be made. */
  lastingKey(file: string, how: { readonly mayMake: boolean }): Promise<Buffer | null>;
}
