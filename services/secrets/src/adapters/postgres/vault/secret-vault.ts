import { batchReads } from '@onceover/event-store';
import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { DueSecret, DueSecrets } from '../../../use-cases/expire/expire-due-secrets.ts';
import type { SecretGate, SecretGates } from '../../../use-cases/look/look-at-secret.ts';
import type { MetadataEntries, MetadataEntry } from '../../../use-cases/metadata/metadata-entry.ts';
import type { SecretVault, VaultEntry } from '../../../use-cases/secret/stored-secret.ts';
import { type MetadataRow, toMetadataEntry } from './metadata-row.ts';
import { type SecretRow, secretFlags, toStoredSecret } from './secret-row.ts';
import { dueStatement, entryStatement, gateStatement, handleStatement, metadataStatement } from './vault-statements.ts';

interface KeyRow {
  readonly key: string;
}

interface GateRow extends KeyRow {
  readonly short: string;
  readonly flags: number;
  readonly owner_ref: string | null;
  readonly share_domain: string | null;
}

type EntryRow = SecretRow & KeyRow & { readonly is_redeliverable: boolean } & (ContentRow | NoContentRow);
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
