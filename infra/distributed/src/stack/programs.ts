import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** `npm run start:distributed` names the bundle; without one the sources are run. */
const { DISTRIBUTED_MAIN: bundled } = process.env;

/** A process by its name. */
export const processMain = bundled ?? fileURLToPath(new URL('../main.ts', import.meta.url));

/** The key store, and its commands. */
export const keyStoreMain =
  bundled === undefined
    ? fileURLToPath(new URL('../../../keys/src/main.ts', import.meta.url))
    : path.join(path.dirname(bundled), 'key-store.js');
