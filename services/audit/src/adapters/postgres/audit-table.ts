import { queryOn } from '@onceover/event-store';
import type { Knex } from 'knex';
import { type ChainedEntry, type ChainHead, chainEntry, emptyChain } from '../../use-cases/trail/audit-chain.ts';
import { type AuditEntry, chainOf } from '../../use-cases/trail/audit-entry.ts';

/** Arrays of one value per row travel as a JSON document: a statement has the same text however many rows there are. */
const ADD_ENTRIES = `
  insert into audit.entries
      (tenant_ref, kind, log, seq, month, position, event_id, at, actor_kind, actor_ref, action, target_ref, request,
        surface, network_tag, occasions, reason, prev_hash, hash)
    select r.tenant_ref, r.kind, r.log, r.seq, r.month, r.position, r.event_id, r.at, r.actor_kind, r.actor_ref, r.action,
        r.target_ref, r.request, r.surface, r.network_tag, r.occasions, r.reason, decode(r.prev_hash, 'hex'), decode(r.hash, 'hex')
    from jsonb_to_recordset($1::jsonb) r (tenant_ref uuid, kind text, log text, seq bigint, month date, position text,
        event_id uuid, at timestamptz, actor_kind text, actor_ref uuid, action text, target_ref uuid, request text,
        surface text, network_tag text, occasions int, reason text, prev_hash text, hash text)`;

/** Locked, because a skipped event that is handled later comes beside the consumer. */
const FIND_HEADS = `
  select h.tenant_ref as "tenantRef", h.kind, h.log, h.seq::int8::text as seq, h.month::text as month, h.hash
  from audit.heads h
  where h.log = $1 and h.tenant_ref = any ($2::uuid[])
  order by h.tenant_ref, h.kind for update`;

const MOVE_HEADS = `
  insert into audit.heads (tenant_ref, kind, log, seq, month, hash)
    select r.tenant_ref, r.kind, r.log, r.seq, r.month, decode(r.hash, 'hex')
    from jsonb_to_recordset($1::jsonb) r (tenant_ref uuid, kind text, log text, seq bigint, month date, hash text)
    on conflict (tenant_ref, kind, log) do update set
      seq = excluded.seq, month = excluded.month, hash = excluded.hash`;

const ENSURE_MONTHS = `
  select audit.ensure_audit_month(r.kind, r.month)
  from jsonb_to_recordset($1::jsonb) r (kind text, month date)`;

interface HeadRow {
  readonly tenantRef: string;
  readonly kind: AuditEntry['kind'];
  readonly log: string;
  readonly seq: string;
  readonly month: string;
  readonly hash: Buffer;
}

/**
 * Adds entries to their chains, in the transaction in which their events are handled. They are of one log, in its order:
 * only the consumer of a log writes to its chains, and after it whoever retries an event that it skipped.
 */
export async function addToTrail(tx: Knex.Transaction, entries: readonly AuditEntry[]): Promise<void> {
  const heads = await findHeads(tx, entries);
  const chained: ChainedEntry[] = [];
  for (const entry of entries) {
    const made = chainEntry(heads.get(chainOf(entry)) ?? emptyChain, entry);
    heads.set(chainOf(entry), made);
    chained.push(made);
  }
  const months = new Map(chained.map(({ kind, month }) => [`${kind} ${month}`, { kind, month }]));
  await queryOn(tx, ENSURE_MONTHS, [JSON.stringify([...months.values()])]);
  await queryOn(tx, ADD_ENTRIES, [JSON.stringify(chained.map(rowOf))]);
  const last = new Map(chained.map((entry) => [chainOf(entry), entry]));
  await queryOn(tx, MOVE_HEADS, [JSON.stringify([...last.values()].map(rowOf))]);
}

async function findHeads(tx: Knex.Transaction, entries: readonly AuditEntry[]): Promise<Map<string, ChainHead>> {
  const tenants = [...new Set(entries.map(({ tenantRef }) => tenantRef))];
  const { rows } = await queryOn<HeadRow>(tx, FIND_HEADS, [entries[0]?.log, tenants]);
  return new Map(rows.map((row) => [chainOf(row), { seq: Number(row.seq), month: row.month, hash: row.hash }]));
}

function rowOf(entry: ChainedEntry) {
  const { kind, log, seq, month, position, at, action, request, surface, occasions, reason } = entry;
  return {
    tenant_ref: entry.tenantRef,
    kind,
    log,
    seq,
    month,
    position,
    event_id: entry.eventId,
    at,
    actor_kind: entry.actorKind,
    actor_ref: entry.actorRef,
    action,
    target_ref: entry.targetRef,
    request,
    surface,
    network_tag: entry.networkTag,
    occasions,
    reason,
    prev_hash: entry.prevHash.toString('hex'),
    hash: entry.hash.toString('hex'),
  };
}
