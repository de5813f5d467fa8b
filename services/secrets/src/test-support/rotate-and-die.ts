import { createDoorbell } from '@onceover/event-bus';
import { createInternalCalls } from '@onceover/service-kit/internal-call';
import { openFoundation } from '@onceover/service-shell/foundation';
import { createCrypto } from '../adapters/crypto/create-crypto.ts';
import { cryptoOptionsOf, serviceOf } from '../adapters.ts';

/**
 * A process of its own that rotates and kills itself on the way, as a power cut would: `rotate-and-die.ts <json>` with the
 * settings, the database, the point, and whether the key-encryption key is replaced too.
 */
const { config, database, point, withKek } = JSON.parse(process.argv[2] ?? '');
const stack = new AsyncDisposableStack();
const deps = { database, doorbell: createDoorbell(), ask: createInternalCalls().ask };
const foundation = await openFoundation(serviceOf(config), deps, stack);
let isArmed = false;
const options = await cryptoOptionsOf(config, deps, foundation);
const crypto = await createCrypto({
  ...options,
  failpoint: (name) => {
    if (isArmed && name === point) process.kill(process.pid, 'SIGKILL');
  },
});
if (withKek === true) {
  const store = await options.openStore();
  await store.createKek((await store.newestKek()) + 1);
}
isArmed = true;
await crypto.rotation.rotateNow();
process.exit(7); // it lived
