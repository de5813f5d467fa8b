import { join as joinPath } from 'node:path';
import { createDurably, makePrivateDirectory, readIfPresent, replaceDurably } from '@onceover/service-kit/durable-file';
import { hostIdentity } from '@onceover/service-kit/host-identity';
import { newId } from '@onceover/service-kit/ids';
import {
  KeysElsewhere,
  keysDirectory,
  refuseOpenKeys,
  refuseSharedKeys,
  refuseUnsafeKeysDirectory,
} from '@onceover/service-kit/keys-directory';
import { z } from 'zod';

/** Tells this store from every other, its copies included: databases refuse another one than before. */
export interface StoreIdentity {
  readonly id: string;
  /** Ids it had before it was moved, which databases may still know. */
  readonly former: readonly string[];
}

const identityFile = z.strictObject({
  id: z.uuid(),
  former: z.array(z.uuid()),
  /** Where it runs, so that a copy of the directory, or another host that sees it, is refused. */
  place: z.string().nullable(),
});

export interface StorePlace {
  readonly directory: string;
  readonly keysHost: string | undefined;
}

/**
 * The identity of the store in this directory, made at its first start.
 *
 * Refuses  UnsafeKeys: others can read the keys, or it lies where it is copied
 *          KeysElsewhere: it is a copy, or was moved; nothing was changed
 */
export async function openStoreIdentity({ directory, keysHost }: StorePlace): Promise<StoreIdentity> {
  const host = await hostIdentity(keysHost);
  await prepareDirectory(directory, host);
  const holder = keysDirectory(directory, host);
  const known = await readIdentity(directory);
  if (known === null) return await create(directory, await holder.place());
  if (known.place !== null && !(await holder.isAt(known.place))) throw new KeysElsewhere(copied(directory));
  return known;
}

/** An operator's word that the store was moved here. It gets an id of its own, so that the other one is refused from then on. */
export async function confirmStoreMove({ directory, keysHost }: StorePlace): Promise<StoreIdentity> {
  const host = await hostIdentity(keysHost);
  await prepareDirectory(directory, host);
  const place = await keysDirectory(directory, host).place();
  const known = await readIdentity(directory);
  if (known === null) return await create(directory, place);
  const moved = { id: newId(), former: [...known.former, known.id], place };
  await replaceDurably(fileIn(directory), textOf(moved), 0o400);
  return moved;
}

async function prepareDirectory(directory: string, host: string | null): Promise<void> {
  await refuseUnsafeKeysDirectory(directory, null);
  await makePrivateDirectory(directory);
  await refuseSharedKeys(directory, host);
  await refuseOpenKeys(directory);
}

async function create(directory: string, place: string | null): Promise<StoreIdentity> {
  const made = { id: newId(), former: [], place };
  await createDurably(fileIn(directory), textOf(made), 0o400);
  return (await readIdentity(directory)) ?? made;
}

async function readIdentity(directory: string): Promise<z.output<typeof identityFile> | null> {
  const text = await readIfPresent(fileIn(directory));
  return text === null ? null : identityFile.parse(JSON.parse(text.toString('utf8')));
}

const fileIn = (directory: string): string => joinPath(directory, 'store.json');

const textOf = (identity: z.output<typeof identityFile>): Buffer => Buffer.from(`${JSON.stringify(identity)}\n`);

function copied(directory: string): string {
  return [
    `The directory ${directory} is a copy of a key store, or belongs to one on another host. Two stores would destroy the keys`,
    'of each other. If it was moved here on purpose, and nothing will run where it was: npm run key-store -- confirm-move',
    'If this is the same host under another id, give it a lasting name (ONCEOVER_KEYS_HOST), and confirm the move once.',
  ].join('\n');
}
