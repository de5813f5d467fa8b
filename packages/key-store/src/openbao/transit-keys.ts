import { join } from '@onceover/service-kit/crypto';
import { UnsafeKeys } from '@onceover/service-kit/keys-directory';
import { z } from 'zod';
import type { Derive } from '../derivation.ts';
import { KeyStoreAway } from '../key-store.ts';
import type { OpenBaoAnswer, OpenBaoClient } from './openbao-client.ts';

const MAC = /^vault:v1:(?<mac>[A-Za-z0-9+/]{43}=)$/;
const keyList = z.object({ keys: z.array(z.string()) });
const keyData = z.object({ exportable: z.boolean(), allow_plaintext_backup: z.boolean(), latest_version: z.int() });
const macData = z.object({ hmac: z.string() });

export type TransitKeys = ReturnType<typeof transitKeysIn>;

/** Named keys of the Transit engine, of one version each. None leaves it: what is derived from one is an HMAC under it. */
export function transitKeysIn(client: OpenBaoClient, mount: string) {
  const pathOf = (name: string) => `${mount}/keys/${name}`;

  async function exists(name: string): Promise<boolean> {
    return (await client.ask('GET', pathOf(name))).kind === 'done';
  }

  return {
    exists,
    /** Leaves one that is there as it is. */
    async create(name: string): Promise<void> {
      done(await client.ask('POST', pathOf(name), { type: 'aes256-gcm96', exportable: false }));
    },
    async destroy(name: string): Promise<void> {
      if (!(await exists(name))) return;
      done(await client.ask('POST', `${pathOf(name)}/config`, { deletion_allowed: true }));
      done(await client.ask('DELETE', pathOf(name)));
    },
    async list(): Promise<readonly string[]> {
      const answer = await client.ask('GET', `${mount}/keys?list=true`);
      return answer.kind === 'absent' ? [] : keyList.parse(done(answer)).keys;
    },
    /** Throws `UnsafeKeys` for a key that can be taken out, or that has versions of its own. */
    async refuseUnsafe(name: string): Promise<void> {
      const {
        exportable,
        allow_plaintext_backup: isSaved,
        latest_version,
      } = keyData.parse(done(await client.ask('GET', pathOf(name))));
      if (exportable || isSaved || latest_version !== 1) {
        throw new UnsafeKeys(
          `The key ${name} of OpenBao must not be exportable, be allowed a plaintext backup, or be rotated; make the next one.`,
        );
      }
    },
    /** HMAC-SHA256 of salt and info under the key; null where there is no such key. */
    async derive(name: string): Promise<Derive | null> {
      if (!(await exists(name))) return null;
      return async (salt, info) => {
        const input = join(salt, info).toString('base64');
        return macOf(macData.parse(done(await client.ask('POST', `${mount}/hmac/${name}/sha2-256`, { input }))).hmac);
      };
    },
  };
}

/** The API gives a text, which goes with the garbage; the buffer is the caller's to wipe. */
function macOf(text: string): Buffer {
  const mac = MAC.exec(text)?.groups?.mac;
  if (mac === undefined) throw new UnsafeKeys('OpenBao gave no HMAC of the first version of a key: was it rotated?');
  return Buffer.from(mac, 'base64');
}

function done(answer: OpenBaoAnswer): unknown {
  if (answer.kind === 'done') return answer.data;
  throw new KeyStoreAway(
    `OpenBao did not do what it was asked: ${answer.kind === 'refused' ? answer.errors.join('; ') : 'not found'}`,
  );
}
