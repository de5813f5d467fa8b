import { inTransaction, queryOn } from '@onceover/event-store';
import { queryRows } from '@onceover/postgres-kit/database-failure';
import { logNames } from '@onceover/schema/events/logs';
import type { Foundation } from '@onceover/service-shell/foundation';
import type { Knex } from 'knex';
import type pg from 'pg';
import {
  type AuditSigner,
  type ChainCheckpoint,
  type Checkpoint,
  noCheckpoint,
  type SignableHead,
  type Signatures,
  signHeads,
} from '../../use-cases/trail/checkpoint.ts';
import type { SignedCheckpoints } from '../../use-cases/trail/keep-checkpoints.ts';
import type { AuditMonth, CheckpointBook } from '../../use-cases/trail/sign-trail.ts';
import { instant } from './entry-text.ts';
import { tableRows } from './table-rows.ts';

const LAST = `
  select c.number::float8 as number, c.hash, clock_timestamp() as at
  from (select true) one left join audit.signed_checkpoints c on true
  order by c.number desc nulls last limit 1`;

/** Locked, and none that its writer holds: nobody then waits for the other. */
const GROWN = `
  select 'chain' as about, h.tenant_ref as "tenantRef", h.kind, h.log, h.seq::float8 as seq, h.hash as head
  from audit.heads h where h.signed_seq < h.seq
  order by h.tenant_ref, h.kind, h.log limit $1 for update skip locked`;

const NOTE_SIGNED = `
  update audit.heads h set signed_seq = r.seq
  from jsonb_populate_recordset(null::audit.signed_checkpoints, $1) r
  where r.about = 'chain' and h.tenant_ref = r.tenant_ref and h.kind = r.kind and h.log = r.log`;

const BLOCKS = `
  select 'blocks' as about, null as "tenantRef", null as kind, b.log, b.number::float8 as seq, b.hash as head
  from unnest($1::text[]) l (log)
  cross join lateral (
    select * from audit.blocks b where b.log = l.log order by b.number desc limit 1) b
  left join lateral (
    select c.seq, c.at from audit.signed_checkpoints c
    where c.about = 'blocks' and c.log = l.log order by c.number desc limit 1) c on true
  where c.seq is null or c.seq < b.number or c.at < clock_timestamp() - interval '1 day'`;

const ENDS_OF_MONTH = `
  select distinct on (e.tenant_ref, e.log)
    'closing' as about, e.tenant_ref as "tenantRef", e.kind, e.log, e.seq::float8 as seq, e.hash as head
  from audit.entries e
  where e.kind = $1 and e.month = $2::date and not exists (
    select from audit.signed_checkpoints c
    where c.about = 'closing' and c.tenant_ref = e.tenant_ref and c.kind = e.kind and c.log = e.log and c.seq >= e.seq)
  order by e.tenant_ref, e.log, e.seq desc`;

const ADD = `
  insert into audit.signed_checkpoints
    select r.* from jsonb_populate_recordset(null::audit.signed_checkpoints, $1) r`;

/** A checkpoint as everybody reads it. */
export const CHECKPOINT = `c.number::float8 as number, c.about, c.tenant_ref as "tenantRef", c.kind, c.log,
  c.seq::float8 as seq, c.head, ${instant('c.at')} as at, c.key_id as "keyId", c.prev_hash as "prevHash", c.hash, c.signature`;

const AFTER = {
  name: 'audit checkpoints after',
  text: `select ${CHECKPOINT} from audit.signed_checkpoints c where c.number > $1 order by c.number limit $2`,
};

const NEWEST = {
  name: 'last audit checkpoint',
  text: `select ${CHECKPOINT} from audit.signed_checkpoints c order by c.number desc limit 1`,
};

const OF_ACCOUNT = {
  name: 'signatures of an audit trail',
  text: `
    select distinct on (c.kind, c.log) ${CHECKPOINT} from audit.signed_checkpoints c
    where c.tenant_ref = $1 and c.about = 'chain' order by c.kind, c.log, c.seq desc`,
};

const OLD_MONTHS = {
  text: `
    select m.kind, m.month::text as month from (
      select split_part(c.relname, '_', 2) as kind,
        to_date(split_part(c.relname, '_', 3) || split_part(c.relname, '_', 4), 'YYYYMM') as month
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'audit.entries'::regclass) m
    join jsonb_each($1::jsonb) k (kind, kept) on k.kind = m.kind
    where m.month + interval '1 month' <= clock_timestamp() - make_interval(days => (k.kept->>'days')::int)
    order by m.month, m.kind`,
};

const DROP_MONTH = { text: 'select audit.drop_audit_month($1, $2::date)' };

/** Checkpoints of chains and blocks. One process at a time signs; the number of a checkpoint refuses a second. */
export function createPostgresCheckpointBook({
  pool,
  knex,
  openRetentionPool,
}: Pick<Foundation, 'pool' | 'knex' | 'openRetentionPool'>): CheckpointBook & SignedCheckpoints & Signatures {
  const signIn = (signer: AuditSigner, heads: (tx: Knex.Transaction) => Promise<pg.QueryResult<SignableHead>>) =>
    inTransaction(knex, async (tx) => {
      const { rows } = await heads(tx);
      if (rows.length > 0) await sign(tx, signer, rows);
      return rows.length;
    });
  return {
    signChains: (signer, most) => signIn(signer, (tx) => queryOn<SignableHead>(tx, GROWN, [most])),
    signBlocks: (signer) => signIn(signer, (tx) => queryOn<SignableHead>(tx, BLOCKS, [logNames])),
    signClosings: (signer, { kind, month }) =>
      signIn(signer, (tx) => queryOn<SignableHead>(tx, ENDS_OF_MONTH, [kind, month])),
    oldMonths: (kinds) => queryRows<AuditMonth>(pool, OLD_MONTHS, [JSON.stringify(kinds)]),
    after: (number, most) => queryRows<Checkpoint>(pool, AFTER, [number, most]),
    last: async () => (await queryRows<Checkpoint>(pool, NEWEST, []))[0] ?? null,
    ofAccount: (accountRef) => queryRows<ChainCheckpoint>(pool, OF_ACCOUNT, [accountRef]),
    async dropMonth({ kind, month }) {
      const retention = openRetentionPool();
      try {
        await queryRows(retention, DROP_MONTH, [kind, month]);
      } finally {
        await retention.end();
      }
    },
  };
}

async function sign(tx: Knex.Transaction, signer: AuditSigner, heads: readonly SignableHead[]): Promise<void> {
  const { rows } = await queryOn<{ number: number | null; hash: Buffer; at: Date }>(tx, LAST);
  const [row] = rows;
  if (row === undefined) throw new TypeError('an outer join has a row');
  const { number, hash, at } = row;
  const signed = signHeads(number === null ? noCheckpoint : { number, hash }, heads, { signer, at });
  await queryOn(tx, ADD, [tableRows(signed)]);
  await queryOn(tx, NOTE_SIGNED, [tableRows(signed)]);
}
