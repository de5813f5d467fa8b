import { batchReads } from '@onceover/event-store';
import type pg from 'pg';
import type { DueSecret, MetadataEntry, SecretGate, SecretVault, VaultEntry } from '../../use-cases/ports.ts';
import { queryRows } from './database-failure.ts';
import { type SecretRow, secretFlags, toStoredSecret } from './secret-row.ts';
import { dueStatement, entryStatement, gateStatement, metadataStatement } from './vault-statements.ts';

interface GateRow {
  readonly key: string;
  readonly short: string;
  readonly flags: number;
  readonly owner_ref: string | null;
  readonly share_domain: string | null;
}

type EntryRow = SecretRow & { readonly key: string; readonly is_redeliverable: boolean } & (ContentRow | NoContentRow);
interface ContentRow {
  readonly ct: Buffer;
  readonly outer: Buffer;
  readonly v: number;
  readonly e: number;
  readonly wshard: Buffer;
}
interface NoContentRow {
  readonly ct: null;
}

type MetadataRow = SecretRow & {
  readonly key: string;
  readonly mshort: string;
  readonly linkbox: Buffer | null;
  readonly v: number;
  readonly recipients_obscured: string | null;
  readonly received_at: Date | null;
  readonly burned_at: Date | null;
  readonly expired_at: Date | null;
  readonly updated: Date;
  readonly delivery_confirmed: boolean | null;
  readonly ttl: number;
  readonly attempts: number;
  readonly e: number | null;
  readonly wshard: Buffer | null;
};

/** Secrets in PostgreSQL; reads that queue while one is in flight go together in the next. */
export function createPostgresSecretVault(pool: pg.Pool): SecretVault {
  const gate = batchReads((keys: readonly string[]) =>
    readByKey<GateRow, SecretGate>(pool, gateStatement, keys, toGate),
  );
  const entry = batchReads((keys: readonly string[]) =>
    readByKey<EntryRow, VaultEntry>(pool, entryStatement, keys, toEntry),
  );
  const metadata = batchReads((keys: readonly string[]) =>
    readByKey<MetadataRow, MetadataEntry>(pool, metadataStatement, keys, toMetadata),
  );
  return {
    gate: async (lookup) => (await gate(lookup.toString('hex'))) ?? null,
    find: async (lookup, tokenHash) => {
      const token = tokenHash === null ? '' : `:${tokenHash.toString('hex')}`;
      return (await entry(lookup.toString('hex') + token)) ?? null;
    },
    findByMetadataKey: async (metadataLookup) => (await metadata(metadataLookup.toString('hex'))) ?? null,
    async findDue(limit): Promise<readonly DueSecret[]> {
      const rows = await queryRows<SecretRow>(pool, dueStatement, [limit]);
      return rows.map(toStoredSecret);
    },
  };
}

async function readByKey<Row extends pg.QueryResultRow & { readonly key: string }, Value>(
  pool: pg.Pool,
  statement: { readonly name: string; readonly text: string },
  keys: readonly string[],
  toValue: (row: Row) => Value,
): Promise<ReadonlyMap<string, Value>> {
  const rows = await queryRows<Row>(pool, statement, [keys]);
  return new Map(rows.map((row) => [row.key, toValue(row)]));
}

function toGate(row: GateRow): SecretGate {
  return {
    shortkey: row.short,
    hasPassphrase: (row.flags & secretFlags.hasPassphrase) !== 0,
    isVerification: (row.flags & secretFlags.isVerification) !== 0,
    ownerRef: row.owner_ref,
    shareDomain: row.share_domain,
  };
}

function toEntry(row: EntryRow): VaultEntry {
  return {
    secret: toStoredSecret(row),
    isRedeliverable: row.is_redeliverable,
    content:
      row.ct === null ? null : { ct: row.ct, outer: row.outer, kekVersion: row.v, wshard: row.wshard, epoch: row.e },
  };
}

function toMetadata(row: MetadataRow): MetadataEntry {
  const { linkbox, wshard, e } = row;
  const isOpenable = linkbox !== null && wshard !== null && e !== null;
  return {
    secret: toStoredSecret(row),
    metadataShortkey: row.mshort,
    link: isOpenable ? { linkbox, kekVersion: row.v, wshard, epoch: e } : null,
    ttlSeconds: row.ttl,
    recipients: row.recipients_obscured,
    updatedAt: row.updated,
    receivedAt: row.received_at,
    burnedAt: row.burned_at,
    expiredAt: row.expired_at,
    deliveryConfirmed: row.delivery_confirmed,
    attempts: row.attempts,
  };
}
