import { readFileSync } from 'node:fs';
import type { KeyStore } from '@onceover/key-store';
import { openFileKeyStore } from '@onceover/key-store/file';
import type { NetworkKeyStore } from '@onceover/key-store/network';
import { ConfigError } from '@onceover/service-kit/config';

/** The settings that say where the keys are. */
export interface KeyStoreSettings {
  readonly keysDir: string;
  readonly kek?: string | undefined;
  /** `file`, `openbao`, or the address of a key store. */
  readonly keyStore: string;
  readonly keyStoreCa?: string | undefined;
  readonly keyStoreCert?: string | undefined;
  readonly keyStoreKey?: string | undefined;
  readonly openbaoUrl?: string | undefined;
  readonly openbaoToken?: string | undefined;
  readonly openbaoTransit: string;
  readonly openbaoKv: string;
  readonly openbaoPrefix: string;
}

/** Where the keys are: in a directory, or in a store that several hosts share. */
export type OpenedKeyStore =
  | { readonly kind: 'file'; readonly store: KeyStore }
  | { readonly kind: 'network'; readonly store: NetworkKeyStore };

/**
 * Opens what the settings name; nothing is asked of it yet. A driver is loaded only where it is used.
 *
 * Refuses  ConfigError: settings are missing or exclude each other; the message says what to write
 *          UnsafeKeys: the keys directory is copied with the data, or a key is weak
 */
export async function openKeyStore(settings: KeyStoreSettings, dataDir: string | null): Promise<OpenedKeyStore> {
  if (settings.keyStore === 'file') {
    const { keysDir, kek: givenKek = null } = settings;
    return { kind: 'file', store: await openFileKeyStore({ keysDir, dataDir, givenKek }) };
  }
  if (settings.kek !== undefined) {
    throw new ConfigError(['ONCEOVER_KEK: the key store has the key-encryption key; remove this setting of secrets']);
  }
  const store = settings.keyStore === 'openbao' ? await openOpenBao(settings) : await openRemote(settings);
  return { kind: 'network', store };
}

async function openRemote(settings: KeyStoreSettings): Promise<NetworkKeyStore> {
  const { keyStore, keyStoreCa, keyStoreCert, keyStoreKey } = settings;
  const asked = { CA: keyStoreCa, CERT: keyStoreCert, KEY: keyStoreKey };
  const missing = Object.entries(asked).filter(([, path]) => path === undefined);
  if (missing.length > 0) {
    throw new ConfigError(
      missing.map(([name]) => `ONCEOVER_KEY_STORE_${name} is required for the key store ${keyStore}: name a PEM file`),
    );
  }
  const { openRemoteKeyStore } = await import('@onceover/key-store/remote');
  return openRemoteKeyStore(keyStore, {
    ca: pem('CA', keyStoreCa),
    cert: pem('CERT', keyStoreCert),
    key: pem('KEY', keyStoreKey),
  });
}

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

async function openOpenBao(settings: KeyStoreSettings): Promise<NetworkKeyStore> {
  const { openbaoUrl: url, openbaoToken: token } = settings;
  if (url === undefined || token === undefined) {
    throw new ConfigError(['ONCEOVER_KEY_STORE=openbao needs ONCEOVER_OPENBAO_URL and ONCEOVER_OPENBAO_TOKEN']);
  }
  if (new URL(url).protocol === 'http:' && !LOOPBACK.has(new URL(url).hostname)) {
    throw new ConfigError(['ONCEOVER_OPENBAO_URL: give an https address; http is for the loopback address only']);
  }
  const { openOpenBaoKeyStore } = await import('@onceover/key-store/openbao');
  const { keyStoreCa: ca, keyStoreCert: cert, keyStoreKey: key } = settings;
  const identity = {
    ...(ca === undefined ? {} : { ca: pem('CA', ca) }),
    ...(cert === undefined ? {} : { cert: pem('CERT', cert) }),
    ...(key === undefined ? {} : { key: pem('KEY', key) }),
  };
  return openOpenBaoKeyStore(
    { url, token, transit: settings.openbaoTransit, kv: settings.openbaoKv, prefix: settings.openbaoPrefix },
    identity,
  );
}

function pem(name: string, path: string | undefined): string {
  try {
    return readFileSync(path ?? '', 'utf8');
  } catch {
    throw new ConfigError([`ONCEOVER_KEY_STORE_${name}: the file cannot be read`]);
  }
}
