import type { Knex } from 'knex';

/**
 * The audit trail: what happened, without content, in chains that cannot be changed unnoticed.
 *
 * `entries` has a chain for each account, kind of record and log. Entries are only ever added: the role of the
 * service may not change or delete one, and a trigger refuses even the owner. Months go as a whole, each kind after its own
 * time. `heads` is the last entry of every chain, where the next one continues. `blocks` cover the logs
 * themselves, and so also the events that belong to nobody. `signed_checkpoints` are signed heads of both.
 *
 * Source  events 8.3
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table audit.entries (
      tenant_ref uuid not null,
      kind text not null,                       -- see auditKinds; what is none has no partition
      log text not null,                        -- the service that recorded the event
      seq bigint not null check (seq > 0),      -- dense within a chain
      month date not null,                      -- never before that of the entry before it
      position text collate "C" not null,       -- of the event in its log, which also tells its block
      event_id uuid not null,
      at timestamptz not null,
      actor_kind text not null,
      actor_ref uuid,
      action text not null,                     -- the event's type
      target_ref uuid not null,                 -- the event's stream: a secret, an account, an email
      request text not null,
      surface text not null,                    -- where the command came from
      network_tag text,                         -- a pseudonym of the network, another one every day
      occasions int not null,                   -- how often it happened, where the event counts
      reason text,
      prev_hash bytea not null check (octet_length(prev_hash) = 32),
      hash bytea not null check (octet_length(hash) = 32),
      primary key (tenant_ref, kind, log, seq, month)
    ) partition by range (kind, month);
    create index entries_position on audit.entries (log, position);
    create index entries_tenant on audit.entries (tenant_ref, at, event_id);
    -- for colonels, who search in all accounts
    create index entries_time on audit.entries (at, event_id);
    create index entries_target on audit.entries (target_ref);
    create index entries_request on audit.entries (request);

    create function audit.refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the audit trail never changes: % refused', tg_op using errcode = 'restrict_violation';
    end $$;
    create trigger entries_append_only before update or delete on audit.entries
      for each row execute function audit.refuse_audit_change();
    create trigger entries_no_truncate before truncate on audit.entries
      for each statement execute function audit.refuse_audit_change();

    create table audit.heads (
      tenant_ref uuid not null,
      kind text not null,
      log text not null,
      seq bigint not null,
      month date not null,
      hash bytea not null,
      signed_seq bigint not null default 0,     -- up to which a checkpoint has signed it
      primary key (tenant_ref, kind, log)
    ) with (fillfactor = 80);
    create index heads_unsigned on audit.heads (tenant_ref, kind, log) where signed_seq < seq;

    create table audit.blocks (
      log text not null,
      number bigint not null check (number > 0),
      from_position text collate "C" not null,
      to_position text collate "C" not null,
      events int not null check (events > 0),
      root bytea not null,
      at timestamptz not null,
      prev_hash bytea not null,
      hash bytea not null,
      primary key (log, number)
    );
    create index blocks_time on audit.blocks (log, at);
    create trigger blocks_append_only before update or delete on audit.blocks
      for each row execute function audit.refuse_audit_change();
    create trigger blocks_no_truncate before truncate on audit.blocks
      for each statement execute function audit.refuse_audit_change();

    create table audit.signed_checkpoints (
      number bigint primary key check (number > 0),
      about text not null check (about in ('chain', 'blocks', 'closing')),
      tenant_ref uuid,
      kind text,
      log text not null,
      seq bigint not null,
      head bytea not null,
      at timestamptz not null,
      key_id text not null,
      prev_hash bytea not null,
      hash bytea not null,
      signature bytea not null
    );
    create index signed_checkpoints_blocks on audit.signed_checkpoints (log, number) where about = 'blocks';
    create index signed_checkpoints_chain on audit.signed_checkpoints (tenant_ref, kind, log, seq)
      where about <> 'blocks';
    create trigger signed_checkpoints_append_only before update or delete on audit.signed_checkpoints
      for each row execute function audit.refuse_audit_change();
    create trigger signed_checkpoints_no_truncate before truncate on audit.signed_checkpoints
      for each statement execute function audit.refuse_audit_change();

    -- how often each type of event was recorded, by five minutes; told with the block that covers the events
    create table audit.activity_counts (
      at timestamptz not null,
      log text not null,
      type text not null,
      bucket smallint not null,                 -- which of its type, such as how old a secret was when it was opened (schema/events/buckets.ts)
      count int not null check (count > 0),
      primary key (at, log, type, bucket)
    ) with (fillfactor = 80);

    grant select, insert, update, delete on audit.activity_counts to onceover_audit;
    grant select, insert on audit.entries, audit.blocks, audit.signed_checkpoints to onceover_audit;
    grant select, insert, update on audit.heads to onceover_audit;
  `);
}
