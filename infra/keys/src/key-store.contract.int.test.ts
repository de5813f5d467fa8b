import { join } from 'node:path';
import { networkKeyStoreContract } from '@onceover/key-store/key-store-contract';
import { makeKeyStorePlace } from './test-support/key-store-place.ts';

networkKeyStoreContract('a process of its own', async () => {
  const place = await makeKeyStorePlace();
  const open = async () => place.openAs('secrets');
  const { holder, check } = await open();
  await check(); // the holder knows the store once it has answered
  return {
    open,
    holder,
    stop: place.stop,
    start: async () => void (await place.start()),
    async replace() {
      await place.stop();
      await place.start({ directory: join(place.directory, '..', 'other') });
    },
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  };
});
