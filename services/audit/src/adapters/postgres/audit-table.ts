import { queryOn } from '@onceover/event-store';
import type { Knex } from 'knex';
import { type ChainHead, chainEntry, emptyChain } from '../../use-cases/trail/audit-chain.ts';
import { type AuditEntry, chainOf } from '../../use-cases/trail/audit-entry.ts';
import { tableRows } from './table-rows.ts';

const ADD_ENTRIES = 'insert into audit.entries select r.* from jsonb_populate_recordset(null::audit.entries, $1) r';

/** Locked, because a skipped event that is handled later comes beside the consumer. */
const FIND_HEADS = `
  select h.tenant_ref as "tenantRef", h.kind, h.log, h.seq::float8 as seq, h.month::text as month, h.hash
  from audit.heads h
  where h.log = $1 and h.tenant_ref = any ($2::uuid[])
  order by h.tenant_ref, h.kind for update`;

const MOVE_HEADS = `
  insert into audit.heads (tenant_ref, kind, log, seq, month, hash)
    select r.tenant_ref, r.kind, r.log, r.seq, r.month, r.hash from jsonb_populate_recordset(null::audit.heads, $1) r
    on conflict (tenant_ref, kind, log) do update set
      seq = excluded.seq, month = excluded.month, hash = excluded.hash`;

const ENSURE_MONTHS = `
  select audit.ensure_audit_month(r.kind, r.month) from jsonb_populate_recordset(null::audit.entries, $1) r`;

/**
 * Adds entries to their chains, in the transaction in which their events are handled. They are of one log, in its order:
 * only the consumer of a log writes to its chains, and after it whoever retries an event that it skipped.
 */
export async function addToTrail(tx: Knex.Transaction, entries: readonly AuditEntry[]): Promise<void> {
  const tenants = [...new Set(entries.map(({ tenantRef }) => tenantRef))];
  type HeadRow = ChainHead & Pick<AuditEntry, 'tenantRef' | 'kind' | 'log'>;
  const { rows } = await queryOn<HeadRow>(tx, FIND_HEADS, [entries[0]?.log, tenants]);
  const heads = new Map<string, ChainHead>(rows.map((row) => [chainOf(row), row]));
  const chained = entries.map((entry) => {
    const made = chainEntry(heads.get(chainOf(entry)) ?? emptyChain, entry);
    heads.set(chainOf(entry), made);
    return made;
  });
  const months = new Map(chained.map(({ kind, month }) => [`${kind} ${month}`, { kind, month }]));
  await queryOn(tx, ENSURE_MONTHS, [tableRows([...months.values()])]);
  await queryOn(tx, ADD_ENTRIES, [tableRows(chained)]);
  const last = new Map(chained.map((entry) => [chainOf(entry), entry]));
  await queryOn(tx, MOVE_HEADS, [tableRows([...last.values()])]);
}
