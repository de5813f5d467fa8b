import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { RecentSecrets } from '../../../use-cases/recent/list-recent.ts';
import { type MetadataRow, toMetadataEntry } from '../vault/metadata-row.ts';
import { recentCountStatement, recentStatement } from '../vault/vault-statements.ts';

type RecentRow = MetadataRow & { readonly handle: string };

/** Owners' lists in PostgreSQL, by the index of owner and creation. */
export function createPostgresRecentSecrets(pool: pg.Pool): RecentSecrets {
  return {
    async page({ ownerRef, status, after, limit }) {
      const at = after === null ? null : new Date(after.at);
      const values = [ownerRef, status, at, after?.id ?? null, limit];
      const rows = await queryRows<RecentRow>(pool, recentStatement, values);
      return rows.map((row) => ({ ownerHandle: row.handle, entry: toMetadataEntry(row) }));
    },
    async count(ownerRef) {
      const values = [ownerRef];
      const [row] = await queryRows<{ received: number; not_received: number }>(pool, recentCountStatement, values);
      return { received: row?.received ?? 0, notReceived: row?.not_received ?? 0 };
    },
  };
}
