import { commaSeparated, directory, keysHost, wholeNumber } from '@onceover/schema/settings';
import { type ConfigOf, defineConfig } from '@onceover/service-kit/config';
import { z } from 'zod';

const pemFile = z.string().min(1);

/** The settings of the key store. */
export const keyStoreConfig = defineConfig({
  directory: {
    env: 'ONCEOVER_KEY_STORE_DIR',
    schema: directory,
    default: './key-store',
    doc: 'Directory of the keys, of their audit and of the id of the store. On a local disk, out of every backup and snapshot.',
  },
  host: {
    env: 'ONCEOVER_KEY_STORE_HOST',
    schema: z.string().min(1),
    default: '127.0.0.1',
    doc: 'Address that the key store listens on.',
  },
  port: {
    env: 'ONCEOVER_KEY_STORE_PORT',
    schema: wholeNumber(0, 65_535),
    default: 3400,
    doc: 'Port of the key store, with mutual TLS; 0 picks a free one.',
  },
  readyPort: {
    env: 'ONCEOVER_KEY_STORE_READY_PORT',
    schema: wholeNumber(0, 65_535).optional(),
    doc: 'Port on the loopback address that answers /health/ready without TLS, and nothing else; 0 picks a free one. Default: none.',
  },
  ca: {
    env: 'ONCEOVER_KEY_STORE_CA',
    schema: pemFile,
    doc: 'File of the certificate authority (PEM) whose clients may ask.',
  },
  cert: {
    env: 'ONCEOVER_KEY_STORE_CERT',
    schema: pemFile,
    doc: 'File of the certificate of the key store (PEM).',
  },
  key: {
    env: 'ONCEOVER_KEY_STORE_KEY',
    schema: pemFile,
    doc: 'File of the private key of that certificate (PEM).',
  },
  clients: {
    env: 'ONCEOVER_KEY_STORE_CLIENTS',
    schema: commaSeparated.refine((names) => names.length > 0, 'name at least one client'),
    default: ['secrets'],
    doc: 'Names (CN) of the client certificates that may ask, between commas.',
  },
  keysHost,
});

/** Where it says whether it is ready, whatever its address is: who may know that is on the machine. */
export const READY_HOST = '127.0.0.1';

export type KeyStoreConfig = ConfigOf<typeof keyStoreConfig>;
