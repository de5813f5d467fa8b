import { readdirSync, readFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { deriveEpochKey } from '@onceover/key-store/derivation';
import type pg from 'pg';
import { KeyGone } from '../../../use-cases/secret/with-loaded-keys.ts';
import type { SecretsCrypto } from '../create-crypto.ts';
import { openUnder, unlessForged } from '../sealing/under-epoch.ts';
import { type SealedFixture, sealFixture } from './sealed-secret.ts';

/** The epoch's part of a stored row. */
export interface ShardRow {
  readonly e: number;
  readonly wshard: Buffer;
}

/** Seals a secret and stores what an epoch key protects of it. */
export async function storeSecret(owner: pg.Pool, crypto: SecretsCrypto): Promise<SealedFixture> {
  const secret = sealFixture(crypto.cipher, { plaintext: Buffer.from('still here') });
  const { epoch, wshard } = secret.sealed;
  await insertShards(owner, [secret.binding.lookup], { e: epoch, wshard });
  return secret;
}

/** Rows of secrets of which only the epoch's part matters. */
export async function insertShards(
  owner: pg.Pool | pg.PoolClient,
  lookups: readonly Buffer[],
  { e, wshard }: ShardRow,
): Promise<void> {
  await owner.query(
    `insert into secrets.secret (lookup, secret_id, version, state, short, kind, flags, kdf, p, attempts, ttl, original_size,
       created, expires, e, wshard, mlookup, mshort, until)
     select l, gen_random_uuid(), 1, 'new', '', 'share', 0, 1, 1, 0, 3600, 1, now(), now() + interval '1 hour', $2, $3, l, '',
       now() + interval '2 hours'
     from unnest($1::bytea[]) l`,
    [lookups, e, wshard],
  );
}

export async function shardOf(owner: pg.Pool, { binding }: SealedFixture): Promise<ShardRow | null> {
  const { rows } = await owner.query<ShardRow>(
    'select e, wshard from secrets.secret where lookup = $1 and wshard is not null',
    [binding.lookup],
  );
  return rows[0] ?? null;
}

/** Opens a stored secret as a reveal does: with the loaded keys, and once more after a reload. */
export async function openStored(owner: pg.Pool, crypto: SecretsCrypto, secret: SealedFixture): Promise<string> {
  const open = async (): Promise<string> => {
    const shard = await shardOf(owner, secret);
    if (shard === null) return 'gone';
    const stored = { ...secret.sealed, epoch: shard.e, wshard: shard.wshard };
    const { keys, binding, passphraseKey } = secret;
    const opened = crypto.cipher.open({ secretKey: keys.secretKey, stored, passphraseKey, binding });
    return opened.kind === 'opened' ? opened.plaintext.toString() : opened.kind;
  };
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof KeyGone)) throw error;
    await crypto.keyRing.reload();
    return open();
  }
}

/** The oracle: a thief with the keys directory as it is now and any copy of a row. True when the shard comes out. */
export function isShardRecoverable(keysDir: string, lookup: Buffer, copy: ShardRow): boolean {
  const keks = filesIn(joinPath(keysDir, 'kek'));
  return filesIn(joinPath(keysDir, 'epoch')).some((erk) =>
    keks.some((kek) => opensShard(deriveEpochKey(copy.e, erk, kek), lookup, copy)),
  );
}

function opensShard(key: Buffer, lookup: Buffer, { e, wshard }: ShardRow): boolean {
  return unlessForged(() => openUnder({ key, number: e }, 'shard', lookup, wshard)) !== null;
}

function filesIn(directory: string): Buffer[] {
  return readdirSync(directory).map((name) => readFileSync(joinPath(directory, name)));
}
