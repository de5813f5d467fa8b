import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keysDirectory } from '@onceover/service-kit/keys-directory';
import { openFileKeyStore } from './file/file-key-store.ts';
import { openOpenBaoKeyStore } from './openbao/openbao-key-store.ts';
import { keyStoreContract, networkKeyStoreContract } from './testing/key-store-contract.ts';
import { OPENBAO_TOKEN, startTestOpenBao } from './testing/openbao-server.ts';

keyStoreContract('a keys directory', async () => {
  const keysDir = mkdtempSync(join(tmpdir(), 'onceover-store-'));
  return {
    open: () => openFileKeyStore({ keysDir }),
    holder: keysDirectory(keysDir, 'this-host'),
    [Symbol.asyncDispose]: async () => rmSync(keysDir, { recursive: true }),
  };
});

let prefixes = 0;

networkKeyStoreContract('OpenBao', async () => {
  await using stack = new AsyncDisposableStack();
  let server = stack.use(await startTestOpenBao(process.env.OPENBAO_BINARY));
  const prefix = `test-${prefixes++}`;
  const address = () => ({ url: server.url, token: OPENBAO_TOKEN, transit: 'transit', kv: 'secret', prefix });
  const open = async () => openOpenBaoKeyStore(address(), {}, { deadlineMs: 500 });
  const first = await open();
  const disposing = stack.move();
  return {
    open,
    holder: first.holder,
    stop: () => server.stop(),
    start: () => server.start(),
    async replace() {
      const { port } = new URL(server.url);
      await server[Symbol.asyncDispose]();
      server = disposing.use(await startTestOpenBao(process.env.OPENBAO_BINARY, Number(port)));
    },
    [Symbol.asyncDispose]: () => disposing.disposeAsync(),
  };
});
