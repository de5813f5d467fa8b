import { batchReads } from '@onceover/event-store';
import { arrayOf } from '@onceover/postgres-kit/binary-arrays';
import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { DueSecret, DueSecrets } from '../../../use-cases/expire/expire-due-secrets.ts';
import type { KeyHolders } from '../../../use-cases/import/import-secret.ts';
import type { SecretGate, SecretGates } from '../../../use-cases/look/look-at-secret.ts';
import type { MetadataEntries, MetadataEntry } from '../../../use-cases/metadata/metadata-entry.ts';
import type { StoredContent } from '../../../use-cases/secret/secret-cipher.ts';
import type { SecretVault, VaultEntry } from '../../../use-cases/secret/stored-secret.ts';
import { secretFlags } from '../../secret-flags.ts';
import {
  gateColumns,
  link,
  type MetadataRow,
  metadataColumns,
  noLink,
  openable,
  type SecretRow,
  secretColumns,
  toMetadataEntry,
  toStoredSecret,
} from './secret-row.ts';

const HASH_BYTES = 32;

/** Rows of a read for many keys say which of them they answer, counted from 1. */
interface NumberedRow {
  readonly number: number;
}

type GateRow = NumberedRow &
  Pick<SecretRow, 'shortkey' | 'flags' | 'ownerRef' | 'shareDomain' | 'createdAt' | 'expiresAt'>;

interface HolderRow {
  readonly holder: 'this-secret' | 'another-secret' | null;
}

type EntryRow = SecretRow & NumberedRow & Pick<VaultEntry, 'isRedeliverable'> & (StoredContent | { readonly ct: null });

/**
 * The reads of the vault, each one prepared statement for any number of keys. A secret that opens nothing any more gives no
 * row: a row that is sent, read and then refused would make the answer slower than that to a key that never existed.
 *
 * @NOTE Each key is looked up by a lateral subquery that `offset 0` keeps apart: as a join, a plan made while a table was
 * nearly empty walks that table's whole index per batch and is kept until the next ANALYZE.
 */
const gateStatement = {
  name: 'secret gate',
  text: `
    select k.number::int, found.*
    from unnest($1::bytea[]) with ordinality as k(lookup, number)
    cross join lateral (
      select ${gateColumns} from secrets.secret s where s.lookup = k.lookup and ${openable} offset 0
    ) found`,
};

/** Whether the claimant with token `k.token` may fetch the secret `s` again. */
const redeliverable = `k.token is not null and exists (
  select from secrets.redelivery r
  where r.lookup = s.lookup and r.token_hash = k.token and r.left_count > 0 and r.until > clock_timestamp())`;

/** Keys are lookups, and the hashes of claim tokens where there are any. */
const entryStatement = {
  name: 'secret entry',
  text: `
    select k.number::int, found.*
    from unnest($1::bytea[], $2::bytea[]) with ordinality as k(lookup, token, number)
    cross join lateral (
      select ${secretColumns}, c.ct, s.e as epoch, s.wshard, ${redeliverable} as "isRedeliverable"
      from secrets.secret s
      left join lateral (
        select c.ct from secrets.secret_content c where c.lookup = s.lookup and ${openable} offset 0
      ) c on true
      where s.lookup = k.lookup and ((${openable}) or (${redeliverable}))
      offset 0
    ) found`,
};

const metadataStatement = {
  name: 'metadata entry',
  text: `
    select k.number::int, found.*
    from unnest($1::bytea[]) with ordinality as k(mlookup, number)
    cross join lateral (
      select ${metadataColumns}, ${link}
      from secrets.secret s
      where s.mlookup = k.mlookup and s.until > clock_timestamp()
      offset 0
    ) found`,
};

/** By owner handle and owner. */
const handleStatement = {
  name: 'metadata entry by handle',
  text: `
    select found.*
    from (
      select ${metadataColumns}, ${noLink}
      from secrets.secret s
      where s.r = $1 and s.until > clock_timestamp()
      offset 0
    ) found
    where found."ownerRef" = $2`,
};

/** As `import_secret.sql` sees it. */
const holderStatement = {
  name: 'key holder',
  text: `
    select case
      when exists (select from secrets.secret s where s.mlookup = $1) then 'this-secret'
      when exists (select from secrets.secret s where s.lookup = $2) then 'another-secret'
    end as holder`,
};

/** The clock is asked once, so that the index can stop at it. */
const dueStatement = {
  name: 'due secrets',
  text: `
    select found.*
    from (
      select c.lookup from secrets.secret_content c
      where c.expires <= (select clock_timestamp())
      order by c.expires
      limit $1
    ) due
    cross join lateral (
      select ${secretColumns} from secrets.secret s where s.lookup = due.lookup and s.state = 'new' offset 0
    ) found`,
};

/** Secrets in PostgreSQL; reads that queue while one is in flight go together in the next. */
export function createPostgresSecretVault(
  pool: pg.Pool,
): SecretVault & SecretGates & MetadataEntries & DueSecrets & KeyHolders {
  const gate = batchReads(readerOf<GateRow, SecretGate>(pool, gateStatement, toGate, lookupsOf));
  const entry = batchReads(readerOf<EntryRow, VaultEntry>(pool, entryStatement, toEntry, lookupsAndTokensOf));
  const metadata = batchReads(
    readerOf<MetadataRow & NumberedRow, MetadataEntry>(pool, metadataStatement, toMetadataEntry, lookupsOf),
  );
  return {
    gate: async (lookup) => (await gate(keyOf(lookup))) ?? null,
    find: async (lookup, tokenHash) => (await entry(keyOf(lookup, tokenHash))) ?? null,
    findByMetadataKey: async (metadataLookup) => (await metadata(keyOf(metadataLookup))) ?? null,
    async findByOwnerHandle(ownerHandle, ownerRef) {
      const [row] = await queryRows<MetadataRow>(pool, handleStatement, [ownerHandle, ownerRef]);
      return row === undefined ? null : toMetadataEntry(row);
    },
    async holderOf({ metadataLookup, lookup }) {
      const [row] = await queryRows<HolderRow>(pool, holderStatement, [metadataLookup, lookup]);
      return row?.holder ?? null;
    },
    async findDue(limit): Promise<readonly DueSecret[]> {
      const rows = await queryRows<SecretRow>(pool, dueStatement, [limit]);
      return rows.map(toStoredSecret);
    },
  };
}

/** A lookup, and a claim token's hash behind it where there is one, byte for byte, so that the same reads are one. */
function keyOf(lookup: Buffer, tokenHash: Buffer | null = null): string {
  return lookup.toString('latin1') + (tokenHash?.toString('latin1') ?? '');
}

function lookupsOf(keys: readonly string[]): Buffer[] {
  return [arrayOf('bytea', keys.map(lookupOf))];
}

function lookupsAndTokensOf(keys: readonly string[]): Buffer[] {
  return [...lookupsOf(keys), arrayOf('bytea', keys.map(tokenOf))];
}

function lookupOf(key: string): Buffer {
  return Buffer.from(key.slice(0, HASH_BYTES), 'latin1');
}

function tokenOf(key: string): Buffer | null {
  return key.length > HASH_BYTES ? Buffer.from(key.slice(HASH_BYTES), 'latin1') : null;
}

function readerOf<Row extends NumberedRow, Value>(
  pool: pg.Pool,
  statement: { readonly name: string; readonly text: string },
  toValue: (row: Row) => Value,
  valuesOf: (keys: readonly string[]) => Buffer[],
): (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>> {
  return async (keys) => {
    const rows = await queryRows<Row>(pool, statement, valuesOf(keys));
    return new Map(rows.map((row) => [keys[row.number - 1] ?? '', toValue(row)]));
  };
}

function toGate({ shortkey, flags, ownerRef, shareDomain, createdAt, expiresAt }: GateRow): SecretGate {
  const hasPassphrase = (flags & secretFlags.hasPassphrase) !== 0;
  const isVerification = (flags & secretFlags.isVerification) !== 0;
  return { shortkey, hasPassphrase, isVerification, ownerRef, shareDomain, createdAt, expiresAt };
}

function toEntry(row: EntryRow): VaultEntry {
  return { secret: toStoredSecret(row), isRedeliverable: row.isRedeliverable, content: contentOf(row) };
}

function contentOf(row: EntryRow): StoredContent | null {
  return row.ct === null ? null : { ct: row.ct, wshard: row.wshard, epoch: row.epoch };
}
