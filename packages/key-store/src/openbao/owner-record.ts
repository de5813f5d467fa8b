import { type KeysHolder, type KeysOwner, WrongKeysDirectory } from '@onceover/service-kit/keys-directory';
import { z } from 'zod';
import { KeyStoreAway } from '../key-store.ts';
import type { OpenBaoClient } from './openbao-client.ts';

const ownerRecord = z.object({
  id: z.string(),
  home: z.string().nullable(),
  starts: z.int(),
  former: z.array(z.string()),
});
const stored = z.object({ data: ownerRecord.nullable(), metadata: z.object({ version: z.int() }) });

/** Says whose keys these are: a record of a KV engine (version 2), which is changed by check-and-set. */
export function ownerRecordAt(
  client: OpenBaoClient,
  path: string,
): Pick<KeysHolder, 'readOwner' | 'claim' | 'handOver'> {
  async function read(): Promise<{ readonly owner: KeysOwner | null; readonly version: number }> {
    const answer = await client.ask('GET', path);
    if (answer.kind === 'absent') return { owner: null, version: 0 };
    if (answer.kind === 'refused') throw new KeyStoreAway(`OpenBao did not give ${path}: ${answer.errors.join('; ')}`);
    const { data, metadata } = stored.parse(answer.data);
    return { owner: data, version: metadata.version };
  }

  async function write(owner: KeysOwner, version: number): Promise<boolean> {
    const answer = await client.ask('POST', path, { options: { cas: version }, data: owner });
    return answer.kind === 'done';
  }

  return {
    readOwner: async () => (await read()).owner,
    async claim(owner) {
      const isFirst = await write(owner, 0);
      return isFirst ? owner : (await read()).owner;
    },
    async handOver(owner) {
      const { version } = await read();
      if (!(await write(owner, version))) {
        throw new WrongKeysDirectory(`Somebody else changes whose keys ${path} of OpenBao names; start again.`);
      }
    },
  };
}
