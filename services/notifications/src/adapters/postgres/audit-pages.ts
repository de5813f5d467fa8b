import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { ShownEntry, ShownSignature, TrailPages } from '../../use-cases/audit/show-trail.ts';
import { instant } from './audit-reading.ts';

const PAGE = {
  name: 'page of an audit trail',
  text: `
    select e.event_id as id, e.kind, e.seq::float8 as seq, e.log, e.at, e.action, e.actor_kind as by, e.target_ref as target,
      e.occasions, encode(e.hash, 'hex') as hash, e.surface, e.request, e.network_tag as "networkTag", e.reason
    from notifications.audit_entries e
    where e.tenant_ref = $1 and ($2::text is null or e.kind = $2)
      and (e.at, e.event_id) < (coalesce($3::timestamptz, 'infinity'), coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    order by e.at desc, e.event_id desc limit $5`,
};

const SIGNATURES = {
  name: 'signatures of an audit trail',
  text: `
    select distinct on (c.kind, c.log) c.kind, c.log, c.seq::float8 as seq, encode(c.head, 'hex') as head, ${instant('c.at')} as at, c.key_id as "keyId",
      c.number::float8 as number, encode(c.prev_hash, 'hex') as "prevHash", encode(c.hash, 'hex') as hash,
      encode(c.signature, 'hex') as signature
    from notifications.audit_checkpoints c
    where c.tenant_ref = $1 and c.about = 'chain'
    order by c.kind, c.log, c.seq desc`,
};

/** The entries of one account by time, all its chains together. */
export function createPostgresTrailPages(pool: pg.Pool): TrailPages {
  return {
    page: (accountRef, { kind, before, most }) =>
      queryRows<ShownEntry & pg.QueryResultRow>(pool, PAGE, [
        accountRef,
        kind,
        before?.at ?? null,
        before?.id ?? null,
        most,
      ]),
    signatures: (accountRef) => queryRows<ShownSignature & pg.QueryResultRow>(pool, SIGNATURES, [accountRef]),
  };
}
