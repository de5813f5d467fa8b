import type { Knex } from 'knex';

/**
 * The audit trail: what happened, without content, in chains that cannot be changed unnoticed.
 *
 * `audit_entries` has a chain for each account, kind of record and log. Entries are only ever added: the role of the
 * service may not change or delete one, and a trigger refuses even the owner. Months go as a whole, each kind after its own
 * time. `audit_heads` is the last entry of every chain, where the next one continues. `audit_blocks` cover the logs
 * themselves, and so also the events that belong to nobody. `audit_checkpoints` are signed heads of both.
 *
 * Source  events 8.3
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table notifications.audit_entries (
      tenant_ref uuid not null,
      kind text not null check (kind in ('activity', 'security', 'operator')),
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
    create index audit_entries_position on notifications.audit_entries (log, position);
    create index audit_entries_tenant on notifications.audit_entries (tenant_ref, at, event_id);
    -- for colonels, who search in all accounts
    create index audit_entries_time on notifications.audit_entries (at, event_id);
    create index audit_entries_target on notifications.audit_entries (target_ref);
    create index audit_entries_request on notifications.audit_entries (request);

    create function notifications.refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the audit trail never changes: % refused', tg_op using errcode = 'restrict_violation';
    end $$;
    create trigger audit_entries_append_only before update or delete on notifications.audit_entries
      for each row execute function notifications.refuse_audit_change();
    create trigger audit_entries_no_truncate before truncate on notifications.audit_entries
      for each statement execute function notifications.refuse_audit_change();

    create table notifications.audit_heads (
      tenant_ref uuid not null,
      kind text not null,
      log text not null,
      seq bigint not null,
      month date not null,
      hash bytea not null,
      signed_seq bigint not null default 0,     -- up to which a checkpoint has signed it
      primary key (tenant_ref, kind, log)
    ) with (fillfactor = 80);
    create index audit_heads_unsigned on notifications.audit_heads (tenant_ref, kind, log) where signed_seq < seq;

    create table notifications.audit_blocks (
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
    create index audit_blocks_time on notifications.audit_blocks (log, at);
    create trigger audit_blocks_append_only before update or delete on notifications.audit_blocks
      for each row execute function notifications.refuse_audit_change();
    create trigger audit_blocks_no_truncate before truncate on notifications.audit_blocks
      for each statement execute function notifications.refuse_audit_change();

    create table notifications.audit_checkpoints (
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
    create index audit_checkpoints_blocks on notifications.audit_checkpoints (log, number) where about = 'blocks';
    create index audit_checkpoints_chain on notifications.audit_checkpoints (tenant_ref, kind, log, seq)
      where about <> 'blocks';
    create trigger audit_checkpoints_append_only before update or delete on notifications.audit_checkpoints
      for each row execute function notifications.refuse_audit_change();
    create trigger audit_checkpoints_no_truncate before truncate on notifications.audit_checkpoints
      for each statement execute function notifications.refuse_audit_change();

    -- how often each type of event was recorded, by five minutes; counted by the block that covers the events
    create table notifications.activity_counts (
      at timestamptz not null,
      log text not null,
      type text not null,
      age smallint not null,                    -- of secrets that were opened: 0 within a minute, 1 ten minutes, 2 an hour, 3 a day, 4 a week
      count int not null check (count > 0),
      primary key (at, log, type, age)
    ) with (fillfactor = 80);

    grant select, insert, update, delete on notifications.activity_counts to onceover_notifications;
    grant select, insert on notifications.audit_entries, notifications.audit_blocks, notifications.audit_checkpoints to onceover_notifications;
    grant select, insert, update on notifications.audit_heads to onceover_notifications;
  `);
}
