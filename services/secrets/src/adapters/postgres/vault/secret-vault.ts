import { batchReads } from '@onceover/event-store';
import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { DueSecret, DueSecrets } from '../../../use-cases/expire/expire-due-secrets.ts';
import type { SecretGate, SecretGates } from '../../../use-cases/look/look-at-secret.ts';
import type { MetadataEntries, MetadataEntry } from '../../../use-cases/metadata/metadata-entry.ts';
import type { StoredContent } from '../../../use-cases/secret/secret-cipher.ts';
import type { SecretVault, VaultEntry } from '../../../use-cases/secret/stored-secret.ts';
import {
  gateColumns,
  hasFlag,
  link,
  type MetadataRow,
  metadataColumns,
  noLink,
  openable,
  type SecretRow,
  secretColumns,
  streamJoin,
  toMetadataEntry,
  toStoredSecret,
} from './secret-row.ts';

interface KeyRow {
  readonly key: string;
}

type GateRow = KeyRow & Pick<SecretRow, 'shortkey' | 'flags' | 'ownerRef' | 'shareDomain'>;

type EntryRow = SecretRow & KeyRow & Pick<VaultEntry, 'isRedeliverable'> & (StoredContent | { readonly ct: null });

/**
 * The reads of the vault, each one prepared statement for any number of keys. Keys travel as hexadecimal text.
 *
 * @NOTE Each key is looked up by a lateral subquery that `offset 0` keeps apart: as a join, a plan made while a table was
 * nearly empty walks that table's whole index per batch and is kept until the next ANALYZE.
 */
const gateStatement = {
  name: 'secret gate',
  text: `
    select k.key, found.*
    from unnest($1::text[]) as k(key)
    cross join lateral (
      select ${gateColumns}
      from secrets.secret s
      where s.lookup = decode(k.key, 'hex') and ${openable}
      offset 0
    ) found`,
};

/** A key is the lookup, and after a colon the claim token's hash where there is one. */
const entryStatement = {
  name: 'secret entry',
  text: `
    select k.key, found.*
    from (
      select key, split_part(key, ':', 1) as lookup, split_part(key, ':', 2) as token from unnest($1::text[]) as u(key)
    ) k
    cross join lateral (
      select ${secretColumns}, c.ct, sh.e as epoch, sh.wshard,
        k.token <> '' and exists (
          select from secrets.redelivery r
          where r.lookup = s.lookup and r.token_hash = decode(k.token, 'hex')
            and r.left_count > 0 and r.until > clock_timestamp()) as "isRedeliverable"
      from secrets.secret s
      ${streamJoin}
      left join secrets.secret_content c on c.lookup = s.lookup and ${openable}
      left join secrets.shard sh on sh.lookup = c.lookup
      where s.lookup = decode(k.lookup, 'hex')
      offset 0
    ) found`,
};

const metadataStatement = {
  name: 'metadata entry',
  text: `
    select k.key, found.*
    from unnest($1::text[]) as k(key)
    cross join lateral (
      select ${metadataColumns}, ${link}
      from secrets.metadata m
      join secrets.secret s on s.lookup = m.lookup
      ${streamJoin}
      left join secrets.shard sh on sh.lookup = s.lookup and ${openable}
      where m.mlookup = decode(k.key, 'hex') and m.until > clock_timestamp()
      offset 0
    ) found`,
};

/** By owner handle and owner. */
const handleStatement = {
  name: 'metadata entry by handle',
  text: `
    select found.*
    from (select m.lookup from secrets.metadata m where m.r = $1 and m.until > clock_timestamp() offset 0) k
    cross join lateral (
      select ${metadataColumns}, ${noLink}
      from secrets.metadata m
      join secrets.secret s on s.lookup = m.lookup
      ${streamJoin}
      where m.lookup = k.lookup
      offset 0
    ) found
    where found."ownerRef" = $2`,
};

/** The clock is asked once, so that the index can stop at it. */
const dueStatement = {
  name: 'due secrets',
  text: `
    select ${secretColumns}
    from secrets.secret s
    ${streamJoin}
    where s.ended_at is null and s.expires <= (select clock_timestamp())
    order by s.expires
    limit $1`,
};

/** Secrets in PostgreSQL; reads that queue while one is in flight go together in the next. */
export function createPostgresSecretVault(pool: pg.Pool): SecretVault & SecretGates & MetadataEntries & DueSecrets {
  const gate = batchReads((keys: readonly string[]) =>
    readByKey<GateRow, SecretGate>(pool, gateStatement, keys, toGate),
  );
  const entry = batchReads((keys: readonly string[]) =>
    readByKey<EntryRow, VaultEntry>(pool, entryStatement, keys, toEntry),
  );
  const metadata = batchReads((keys: readonly string[]) =>
    readByKey<MetadataRow & KeyRow, MetadataEntry>(pool, metadataStatement, keys, toMetadataEntry),
  );
  return {
    gate: async (lookup) => (await gate(lookup.toString('hex'))) ?? null,
    find: async (lookup, tokenHash) => {
      const token = tokenHash === null ? '' : `:${tokenHash.toString('hex')}`;
      return (await entry(lookup.toString('hex') + token)) ?? null;
    },
    findByMetadataKey: async (metadataLookup) => (await metadata(metadataLookup.toString('hex'))) ?? null,
    async findByOwnerHandle(ownerHandle, ownerRef) {
      const [row] = await queryRows<MetadataRow>(pool, handleStatement, [ownerHandle, ownerRef]);
      return row === undefined ? null : toMetadataEntry(row);
    },
    async findDue(limit): Promise<readonly DueSecret[]> {
      const rows = await queryRows<SecretRow>(pool, dueStatement, [limit]);
      return rows.map(toStoredSecret);
    },
  };
}

async function readByKey<Row extends pg.QueryResultRow & KeyRow, Value>(
  pool: pg.Pool,
  statement: { readonly name: string; readonly text: string },
  keys: readonly string[],
  toValue: (row: Row) => Value,
): Promise<ReadonlyMap<string, Value>> {
  const rows = await queryRows<Row>(pool, statement, [keys]);
  return new Map(rows.map((row) => [row.key, toValue(row)]));
}

function toGate(row: GateRow): SecretGate {
  const { shortkey, ownerRef, shareDomain } = row;
  const hasPassphrase = hasFlag(row, 'hasPassphrase');
  return { shortkey, hasPassphrase, isVerification: hasFlag(row, 'isVerification'), ownerRef, shareDomain };
}

function toEntry(row: EntryRow): VaultEntry {
  return { secret: toStoredSecret(row), isRedeliverable: row.isRedeliverable, content: contentOf(row) };
}

function contentOf(row: EntryRow): StoredContent | null {
  if (row.ct === null) return null;
  const { ct, wshard, epoch } = row;
  return { ct, wshard, epoch };
}
